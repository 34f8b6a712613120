import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner reads, completely or not at all. */
export function writeWhole(file: string, text: string): void {
  const part = `${file}.part`;
  writeFileSync(part, text, { mode: 0o600 });
  renameSync(part, file);
}
