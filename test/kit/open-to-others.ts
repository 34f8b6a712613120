import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What another user of the machine may read or write in a directory. */
export function openToOthers(directory: string): string[] {
  // A running program takes files away meanwhile.
  const mode = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return globSync('**', { cwd: directory }).filter((path) => (mode(join(directory, path)) & 0o077) !== 0);
}
