import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDirectory } from './data-directory.ts';
import { showName, showPlace } from './show-place.ts';

/** SQLite's result codes for a file that another process has locked, and for one that is damaged, which nobody can lock. */
const [busy, damaged] = [5, 26];

/** How long (ms) a desk waits for the lock, which {@link isDataInUse} has for a moment. */
const patience = 250;

/** Another desk runs on a data directory, or has its show. */
export class DataInUse extends Error {
  /** What is in use, in a sentence, without what to do about it. */
  readonly what: string;

  constructor(what: string, todo: string, options?: ErrorOptions) {
    super(`${what} ${todo}`, options);
    this.what = what;
  }
}

/** What one desk has at a time. */
export interface HeldPlace {
  /** The file whose lock says that a desk has it. */
  lock: string;
  /** The file by which another desk asks for it. */
  request: string;
  /** What whoever is second is told, and what they can do: two sentences. */
  taken: string;
  todo: string;
}

/** What a desk on a data directory has alone: the directory, and its show where that is elsewhere. Throws as {@link showPlace} does. */
export function heldPlaces(directory: string): HeldPlace[] {
  const show = showPlace(directory);
  const own = {
    lock: lockIn(directory),
    request: join(directory, 'desk.take-over'),
    taken: `Another desk is running on ${directory}.`,
    todo: 'Use its window, take its show over with --take-over, or give this one a directory of its own with --data DIR.',
  };
  if (show === join(directory, showName)) return [own];
  const todo = `Watch it in the window of that desk, take it over with --take-over, or take the link in ${directory} away, for a show of its own.`;
  return [
    own,
    { lock: `${show}.lock`, request: `${show}.take-over`, taken: `Another desk has the show ${show}.`, todo },
  ];
}

/**
 * Locks a data directory for this process, creating it if needed, and its show where that is elsewhere. Returns the function that unlocks them.
 * Throws a sentence if another desk has one of them, or if nobody can write there. SQLite takes the lock from the operating system, so it never
 * outlives its process. `wait` is how long (ms) it waits for the lock.
 */
export function lockData(directory: string, wait = patience): () => void {
  makeDataDirectory(directory);
  const locked: (() => void)[] = [];
  const unlock = (): void => {
    for (const each of locked) each();
  };
  try {
    for (const place of heldPlaces(directory)) locked.push(lockPlace(place, wait));
  } catch (error) {
    unlock();
    throw error;
  }
  return unlock;
}

function lockPlace({ lock: file, taken, todo }: HeldPlace, wait: number): () => void {
  try {
    return lockFile(file, wait);
  } catch (error) {
    if (isCode(error, busy)) throw new DataInUse(taken, todo, { cause: error });
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
