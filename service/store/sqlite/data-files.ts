import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OverlayError } from '../../../contract/errors.ts';

/** The files of a data directory. SQLite keeps `-wal` and `-shm` beside the database while it is in use. */
export function dataFiles(directory: string): { database: string; lock: string } {
  return { database: join(directory, 'service.db'), lock: join(directory, 'service.lock') };
}

/** What SQLite may leave beside a database of this name. */
export const sideFiles = ['-wal', '-shm', '-journal'] as const;

/**
 * Make the data directory where it is missing. Throws `data-unusable`, also for one that can only be read: SQLite would
 * open it for reading, and never write again, not even when it could.
 */
export function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch (thrown) {
    throw directoryUnusable(directory, thrown);
  }
}

/** The refusal of a data directory in which nothing can be kept. */
export function directoryUnusable(directory: string, thrown: unknown): OverlayError {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new OverlayError(
    'data-unusable',
    `The data directory ${directory} cannot be used: ${reason}. Name another one with --data.`,
  );
}

/** Remove a database that was never finished, with all that belongs to it. */
export function removeUnfinished(file: string): void {
  for (const side of ['', ...sideFiles]) rmSync(file + side, { force: true });
}

/** Give a finished file its name, and hold both on the disk, so that a file of that name is always a whole one. */
export function putInPlace(unfinished: string, file: string): void {
  const handle = openSync(unfinished, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  renameSync(unfinished, file);
  syncDirectory(dirname(file));
}

/** Without this a power cut could take a new name away again. Windows has no such call and needs none. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
