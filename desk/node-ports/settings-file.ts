import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsPort } from '../ports.ts';

/** What the two settings stores, `conf` and `electron-store`, have in common. */
export interface SettingsStore {
  store: Record<string, unknown>;
}

/** The settings file in the desk's data directory. */
const settingsName = 'settings.json';

/**
 * The options of both stores. An unreadable file is set aside and never cleared: it may be the only copy of a show's
 * key bindings.
 */
export const settingsOptions = {
  fileExtension: 'json',
  clearInvalidConfig: false,
  accessPropertiesByDotNotation: false,
};

/**
 * The settings port on top of either store. `open` creates the store at the first write, because both stores read the
 * file when created and throw if it is not JSON. Reading bypasses the store, which would turn a file with `null` or a
 * number into an empty object.
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
