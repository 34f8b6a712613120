import { ipcMain } from 'electron';
import Store from 'electron-store';
import { settingsFile, settingsOptions } from '../node/settings-file.ts';
import type { SettingsPort } from '../desk/ports.ts';

/** The settings port over `electron-store`, in a desk's data directory. */
export function settingsStore(directory: string, now: () => number): SettingsPort {
  return settingsFile(directory, () => openStore(directory), now);
}

function openStore(directory: string): Store {
  const store = new Store<Record<string, unknown>>({ ...settingsOptions, cwd: directory, name: 'settings' });
  // The store answers pages that request its file's location. Attack: a page learns the user's name and paths from
  // that.
  ipcMain.removeAllListeners('electron-store-get-data');
  return store;
}
