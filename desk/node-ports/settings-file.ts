import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsPort } from '../ports.ts';

/** What the two settings stores, `conf` and `electron-store`, have in common. */
export interface SettingsStore {
  store: Record<string, unknown>;
}

/** The name of the settings file inside the desk's data directory. */
export const settingsName = 'settings.json';

/**
 * The options that both stores are opened with. An unreadable file is never cleared, because it may be the only copy of
 * a show's key bindings: it is put aside.
 */
export const settingsOptions = {
  fileExtension: 'json',
  clearInvalidConfig: false,
  accessPropertiesByDotNotation: false,
};

/**
 * The settings port over either store. `open` makes the store, when there is something to write: both stores read the
 * file as they are made and throw where it is not JSON. It is read here and not by the store, which would make an empty
 * object of a file that holds `null` or a number.
 */
export function settingsFile(directory: string, open: () => SettingsStore, now: () => number): SettingsPort {
  const file = join(directory, settingsName);
  let opened: SettingsStore | undefined;
  const settings = (): SettingsStore => (opened ??= open());
  return {
    file,
    read: () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined),
    write(content) {
      settings().store = content as Record<string, unknown>;
    },
    setAside() {
      const aside = join(directory, `settings.unreadable-${new Date(now()).toISOString().replaceAll(':', '-')}.json`);
      renameSync(file, aside);
      opened = undefined;
      return aside;
    },
  };
}
