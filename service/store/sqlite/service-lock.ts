import { DatabaseSync } from 'node:sqlite';
import { dataFiles, directoryUnusable } from './data-files.ts';
import { inUse, isBusy, isReadOnly } from './sqlite-error.ts';

/** Milliseconds that a start waits for an ending service or a `restore`. */
const patience = 500;

/**
 * Locks a data directory for one service, by a transaction in `service.lock` that the system ends with the process.
 * `user`, `backup` and `check` still work. Returns the release function. Throws `database-in-use` or `data-unusable`.
 */
export function holdDirectory(directory: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(dataFiles(directory).lock, { timeout: patience });
    // No data reaches the disk, so no journal is needed.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // Write, because a transaction on a read-only file locks nothing: several services could run.
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
