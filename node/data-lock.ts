import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDirectory } from './data-directory.ts';
import { showLock, showName, showPlace } from './show/show-place.ts';

/** SQLite's result codes for a file that another process has locked, that may not be written, and that is damaged, which nobody can lock. */
const busy = [5];
const readOnly = [8];
const damaged = [11, 26];

/** Characters that are read of who has a place: a name of a machine has at most 255. */
const mostOfHolder = 300;

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
  /** The file that says which machine has it, where that may be another one. */
  holder?: string;
  /** What whoever is second is told, without the full stop, and what they can do: two sentences. */
  taken: string;
  todo: string;
}

/** What a desk on a data directory has alone: the directory, and its show, which another directory may be linked to. Throws as {@link showPlace} does. */
export function heldPlaces(directory: string): HeldPlace[] {
  const show = showPlace(directory);
  const ownShow = 'give this one a directory of its own with --data DIR.';
  const isLink = show !== join(directory, showName);
  return [
    {
      lock: lockIn(directory),
      request: join(directory, 'desk.take-over'),
      taken: `Another desk is running on ${directory}`,
      todo: `Use its window, take its show over with --take-over, or ${ownShow}`,
    },
    {
      lock: showLock(show),
      request: `${show}.take-over`,
      ...(isLink && { holder: `${show}.holder` }),
      taken: `Another desk has the show ${show}`,
      todo: `Watch it in the window of that desk, take it over with --take-over, or ${isLink ? `take the link in ${directory} away, for a show of its own.` : ownShow}`,
    },
  ];
}

/**
 * Locks a data directory for this process, creating it if needed, and its show. Returns the function that unlocks them.
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

function lockPlace(place: HeldPlace, wait: number): () => void {
  const { lock: file, taken, todo } = place;
  try {
    const unlock = lockFile(file, wait);
    const leave = sayWhoHas(place);
    return () => {
      leave();
      unlock();
    };
  } catch (error) {
    if (hasCode(error, busy)) throw new DataInUse(`${taken}${whoHas(place)}.`, todo, { cause: error });
    const why = (error as Error).message;
    const mend = hasCode(error, readOnly) || !existsSync(file) ? 'Let this user write there' : 'Take it away';
    if (!hasCode(error, damaged))
      throw new Error(`${file} cannot be used (${why}). ${mend}, and start again.`, { cause: error });
  }
  // A power cut may leave anything there. Nothing in it is needed; but it stays the same file, which another desk may have locked by now.
  truncateSync(file);
  return lockPlace(place, wait);
}

function lockFile(file: string, wait: number): () => void {
  const lock = new DatabaseSync(file);
  try {
    // SQLite begins a transaction of any kind in a file that it may not write, and then several desks would have it. So this one writes.
    lock.exec(`PRAGMA busy_timeout = ${wait}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1`);
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => {
    lock.close();
  };
}

/** Says beside a locked place which machine has it. Gives the function that takes that away. */
function sayWhoHas({ holder }: HeldPlace): () => void {
  if (holder === undefined) return () => undefined;
  try {
    writeFileSync(holder, hostname());
  } catch {
    // It is for people only: a disk that is full must keep no desk from its show.
  }
  return () => {
    try {
      rmSync(holder, { force: true });
    } catch {
      // The share may be gone, and the desk ends all the same.
    }
  };
}

/** Which desk has a place that is locked, as that one said; empty where it did not. The next desk overwrites what a killed one left there. */
function whoHas({ holder }: HeldPlace): string {
  if (holder === undefined) return '';
  try {
    return `: the one on ${readFileSync(holder, 'utf8').slice(0, mostOfHolder)}`;
  } catch {
    // Nobody said which machine it is, and it is for people only.
    return '';
  }
}

/** Whether a desk runs on a data directory. Creates nothing, and keeps no desk from starting. */
export function isDataInUse(directory: string): boolean {
  if (!existsSync(lockIn(directory))) return false;
  const lock = new DatabaseSync(lockIn(directory), { readOnly: true });
  try {
    lock.exec('PRAGMA busy_timeout = 0; SELECT * FROM sqlite_schema');
    return false;
  } catch (error) {
    if (hasCode(error, busy)) return true;
    if (hasCode(error, damaged)) return false;
    throw error;
  } finally {
    lock.close();
  }
}

function lockIn(directory: string): string {
  return join(directory, 'desk.lock');
}

function hasCode(error: unknown, codes: readonly number[]): boolean {
  return codes.includes((error as { errcode?: number }).errcode ?? 0);
}
