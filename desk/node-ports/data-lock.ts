import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDirectory } from './data-directory.ts';

/** SQLite's result codes for a file that another process has locked, and for one that is damaged, which nobody can lock. */
const [busy, damaged] = [5, 26];

/** How long (ms) a desk waits for the lock, which {@link isDataInUse} has for a moment. */
const patience = 250;

/** Another desk runs on a data directory. */
export class DataInUse extends Error {}

/**
 * Locks a data directory for this process, creating it if needed. Returns the function that unlocks it. Throws a
 * sentence if another desk has it, or if nobody can write there. SQLite takes the lock from the operating system, so it never outlives its process.
 * `wait` is how long (ms) it waits for the lock.
 */
export function lockData(directory: string, wait = patience): () => void {
  makeDataDirectory(directory);
  const file = lockIn(directory);
  try {
    return lockFile(file, wait);
  } catch (error) {
    if (isCode(error, busy)) {
      throw new DataInUse(
        `Another desk is running on ${directory}. Use its window, take its show over with --take-over, or give this one a directory of its own with --data DIR.`,
        { cause: error },
      );
    }
    const why = (error as Error).message;
    if (!isCode(error, damaged))
      throw new Error(`${file} cannot be used (${why}). Take it away, and start again.`, { cause: error });
  }
  // A power cut may leave anything there. There is nothing in it that is needed.
  rmSync(file);
  return lockFile(file, wait);
}

function lockFile(file: string, wait: number): () => void {
  const lock = new DatabaseSync(file);
  try {
    lock.exec(`PRAGMA busy_timeout = ${wait}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
  } catch (error) {
    lock.close();
    throw error;
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
    if (isCode(error, busy)) return true;
    if (isCode(error, damaged)) return false;
    throw error;
  } finally {
    lock.close();
  }
}

function lockIn(directory: string): string {
  return join(directory, 'desk.lock');
}

function isCode(error: unknown, code: number): boolean {
  return (error as { errcode?: number }).errcode === code;
}
