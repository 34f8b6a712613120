import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OverlayError } from '../../../contract/errors.ts';

/** The files of a data directory, and the directory of what was read of shows. SQLite keeps `-wal` and `-shm` beside the database while it is in use. */
export function dataFiles(directory: string): { database: string; lock: string; read: string } {
  const at = (name: string): string => join(directory, name);
  return { database: at('service.db'), lock: at('service.lock'), read: at('read') };
}

/** The suffixes of files that SQLite may leave beside a database. */
export const sideFiles = ['-wal', '-shm', '-journal'] as const;

/**
 * Creates the data directory if missing. Throws `data-unusable`, also for a read-only directory: SQLite would open the
 * database for reading and never write again, even after the directory becomes writable.
 */
export function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (thrown) {
    throw directoryUnusable(directory, thrown);
  }
}

/** The error for a data directory that cannot be used. */
export function directoryUnusable(directory: string, thrown: unknown): OverlayError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new OverlayError(
    'data-unusable',
    `The data directory ${directory} cannot be used: ${reason}. Name another one with --data.`,
  );
}

/** Removes a database that was never finished, with its side files. */
export function removeUnfinished(file: string): void {
  for (const side of ['', ...sideFiles]) rmSync(file + side, { force: true });
}

/** Renames a finished file and syncs file and directory, so that a file with that name is always complete. */
export function putInPlace(unfinished: string, file: string): void {
  const handle = openSync(unfinished, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  renameSync(unfinished, file);
  syncDirectory(dirname(file));
}

/** Without this a power cut could undo a rename. Windows has no such call and needs none. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
