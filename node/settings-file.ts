import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writeFile } from 'atomically';
import { parseJson, TextLines } from '../desk/live-data/tables/json-lines.ts';
import type { SettingsPort } from '../desk/ports.ts';

export interface SettingsStore {
  store: Record<string, unknown>;
}

/** An unreadable file is set aside, never cleared: it may be the only copy of a show's key bindings. */
export const settingsOptions = {
  fileExtension: 'json',
  clearInvalidConfig: false,
  accessPropertiesByDotNotation: false,
};

type WrittenAtOnce = Omit<SettingsPort, 'write'> & { write(settings: unknown): void };

/** `open` runs at the first write, because both stores read the file when created and throw if it is not JSON. */
export function settingsFile(directory: string, open: () => SettingsStore, now: () => number): WrittenAtOnce {
  let opened: SettingsStore | undefined;
  const settings = (): SettingsStore => (opened ??= open());
  const { setAside, ...kept } = keptFile(directory, 'settings', now);
  return {
    ...kept,
    write(content) {
      settings().store = content as Record<string, unknown>;
    },
    setAside() {
      opened = undefined;
      return setAside();
    },
  };
}

/** Changes with every edit, so it is written asynchronously: no press waits for the disk. */
export function preparationFile(directory: string, now: () => number): SettingsPort {
  const kept = keptFile(directory, 'prepared', now);
  return { ...kept, write: (content) => writeFile(kept.file, JSON.stringify(content), { mode: 0o600 }) };
}

/** Reads without the stores, which would turn a file with `null` or a number into an empty object. */
function keptFile(directory: string, name: string, now: () => number): Omit<SettingsPort, 'write'> {
  const file = join(directory, `${name}.json`);
  const lines = new TextLines();
  return {
    file,
    read: () => (existsSync(file) ? parseJson(lines.of(readFileSync(file, 'utf8'))) : undefined),
    lineOf: (path) => lines.at(path),
    setAside() {
      const aside = join(directory, `${name}.unreadable-${new Date(now()).toISOString().replaceAll(':', '-')}.json`);
      renameSync(file, aside);
      return aside;
    },
  };
}
