import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OverlayError } from '../../../contract/errors.ts';

/** `read` is the cache of contents. SQLite keeps `-wal` and `-shm` beside the open database. */
export function dataFiles(directory: string) {
  const at = (name: string): string => join(directory, name);
  return { database: at('service.db'), lock: at('service.lock'), read: at('read'), reserve: at('reserve') };
}

export const sideFiles = ['-wal', '-shm', '-journal'] as const;

/** Throws `data-unusable`, also if read-only: SQLite would stay read-only when it becomes writable. */
export function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (thrown) {
    throw directoryUnusable(directory, thrown);
  }
}

export function directoryUnusable(directory: string, thrown: unknown): OverlayError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new OverlayError(
    'data-unusable',
    `The data directory ${directory} cannot be used: ${reason}. Name another one with --data.`,
  );
}

export function removeUnfinished(file: string): void {
  for (const side of ['', ...sideFiles]) rmSync(file + side, { force: true });
}

/** Syncs file and directory, so that a file with the final name is always complete. */
export function putInPlace(unfinished: string, file: string): void {
  const handle = openSync(unfinished, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  renameSync(unfinished, file);
  syncDirectory(dirname(file));
}

/** Without the sync, a power cut could undo a rename. Windows needs no such call. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
