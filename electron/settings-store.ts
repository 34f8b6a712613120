import { ipcMain } from 'electron';
import Store from 'electron-store';
import { settingsFile, settingsOptions } from '../node/settings-file.ts';
import type { SettingsPort } from '../desk/ports.ts';

export function settingsStore(directory: string, now: () => number): SettingsPort {
  return settingsFile(directory, () => openStore(directory), now);
}

function openStore(directory: string): Store {
  const store = new Store<Record<string, unknown>>({ ...settingsOptions, cwd: directory, name: 'settings' });
  // Attack: the store sends its file location to pages, which reveals the name and paths of the user.
  ipcMain.removeAllListeners('electron-store-get-data');
  return store;
}
