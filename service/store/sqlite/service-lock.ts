import { DatabaseSync } from 'node:sqlite';
import { dataFiles, directoryUnusable } from './data-files.ts';
import { inUse, isBusy, isReadOnly } from './sqlite-error.ts';

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
    // Nothing ever reaches the disk, so no journal is needed there.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // In a file that may only be read SQLite begins a transaction that locks nothing, and several services would run. So this one writes.
    lock.exec('PRAGMA user_version = 1');
  } catch (thrown) {
    lock?.close();
    if (isBusy(thrown)) throw inUse(dataFiles(directory).database);
    const why = isReadOnly(thrown) ? new Error(`${dataFiles(directory).lock} may not be written`) : thrown;
    throw directoryUnusable(directory, why);
  }
  const held = lock;
  return () => held.close();
}
