import { DatabaseSync } from 'node:sqlite';
import { dataFiles, directoryUnusable } from './data-files.ts';
import { inUse, isBusy } from './sqlite-error.ts';

/** How long (ms) a start waits for a service that is just ending, or for a `restore`. */
const patience = 500;

/**
 * Locks a data directory for one service. `service.lock` is an empty database under an exclusive transaction that never
 * ends. The system releases it when the process ends, however it ends, so a crash leaves no lock behind. The database
 * itself stays open to `user`, `backup` and `check`. Gives the function that releases the lock. Throws
 * `database-in-use` if another service has the lock, `data-unusable` if nothing can be written.
 */
export function holdDirectory(directory: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(dataFiles(directory).lock, { timeout: patience });
    // Nothing is ever written here, so no journal is needed on disk.
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    lock?.close();
    throw isBusy(thrown) ? inUse(dataFiles(directory).database) : directoryUnusable(directory, thrown);
  }
  const held = lock;
  return () => held.close();
}
