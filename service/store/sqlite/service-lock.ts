import { DatabaseSync } from 'node:sqlite';
import { dataFiles, directoryUnusable } from './data-files.ts';
import { inUse, isBusy } from './sqlite-error.ts';

/** How long (ms) a start waits for one that is just ending, or for a `restore`. */
const patience = 500;

/**
 * Hold a data directory for one service: `service.lock` is an empty database under an exclusive transaction that never
 * ends. The system lets it go when the process ends, however it ends, so there is no lock to clean up after a crash; and
 * the database itself stays open to `user`, `backup` and `check`. Gives the way to let go.
 * Throws `database-in-use` where another service holds it, `data-unusable` where nothing can be written.
 */
export function holdDirectory(directory: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(dataFiles(directory).lock, { timeout: patience });
    // Nothing is ever written, so nothing needs a journal on the disk.
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    lock?.close();
    throw isBusy(thrown) ? inUse(dataFiles(directory).database) : directoryUnusable(directory, thrown);
  }
  const held = lock;
  return () => held.close();
}
