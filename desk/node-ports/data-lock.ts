import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code for a file that another process has locked. */
const busy = 5;

/** How long (ms) a desk waits for the lock, which {@link isDataInUse} has for a moment. */
const patience = 250;

/** Another desk runs on a data directory. */
export class DataInUse extends Error {}

/**
 * Locks a data directory for this process, creating it if needed. Returns the function that unlocks it. Throws a
 * sentence if another desk has it. SQLite takes the lock from the operating system, so it never outlives its process.
 * `wait` is how long (ms) it waits for the lock.
 */
export function lockData(directory: string, wait = patience): () => void {
  mkdirSync(directory, { recursive: true });
  const lock = new DatabaseSync(lockIn(directory));
  try {
    lock.exec(`PRAGMA busy_timeout = ${wait}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DataInUse(
      `Another desk is running on ${directory}. Use its window, take its show over with --take-over, or give this one a directory of its own with --data DIR.`,
      { cause: error },
    );
  }
  return () => {
    lock.close();
  };
}

/** Whether a desk runs on a data directory. Creates nothing, and keeps no desk from starting. */
export function isDataInUse(directory: string): boolean {
  if (!existsSync(lockIn(directory))) return false;
  const lock = new DatabaseSync(lockIn(directory), { readOnly: true });
  try {
    lock.exec('PRAGMA busy_timeout = 0; SELECT * FROM sqlite_schema');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

function lockIn(directory: string): string {
  return join(directory, 'desk.lock');
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === busy;
}
