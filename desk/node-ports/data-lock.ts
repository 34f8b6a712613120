import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code for a file that another process has locked. */
const busy = 5;

/** Another desk runs on a data directory. */
export class DataInUse extends Error {}

/**
 * Locks a data directory for this process, creating it if needed. Returns the function that unlocks it. Throws a
 * sentence if another desk has it. SQLite takes the lock from the operating system, so it never outlives its process.
 */
export function lockData(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(join(directory, 'desk.lock'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new DataInUse(
      `Another desk is running on ${directory}. Use its window, take its show over with --take-over, or give this one a directory of its own with --data DIR.`,
      { cause: error },
    );
  }
  return () => {
    lock.close();
  };
}
