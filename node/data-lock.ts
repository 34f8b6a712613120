import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorIn } from '../contract/errors.ts';
import { makeDataDirectory } from './data-directory.ts';
import { showLock, showName, showPlace } from './show/show-place.ts';

/** SQLite result codes: locked by another process, read-only, damaged. */
const busy = [5];
const readOnly = [8];
const damaged = [11, 26];

/** Maximum characters to read of the holder: a machine name has at most 255. */
const mostOfHolder = 300;

/** Milliseconds to wait for the lock, because {@link isDataInUse} holds it for a moment. */
const patience = 250;

export class DataInUse extends Error {
  readonly what: string;

  constructor(what: string, todo: string, options?: ErrorOptions) {
    super(`${what} ${todo}`, options);
    this.what = what;
  }
}

export interface HeldPlace {
  lock: string;
  request: string;
  holder?: string;
  taken: string;
  todo: string;
}

/**
 * The places of a desk: its directory, and its show, which another directory may link to. Throws like {@link
 * showPlace}.
 */
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
 * Locks a data directory (creating it if needed) and its show; returns the unlock function. Throws a sentence if held
 * or unwritable; waits `wait` ms. The operating system releases the lock with its process.
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
    const why = errorIn(error).message;
    const mend = hasCode(error, readOnly) || !existsSync(file) ? 'Let this user write there' : 'Take it away';
    if (!hasCode(error, damaged))
      throw new Error(`${file} cannot be used (${why}). ${mend}, and start again.`, { cause: error });
  }
  // A power cut may leave garbage. Truncate instead of replacing: another desk may have locked this file by now.
  truncateSync(file);
  return lockPlace(place, wait);
}

function lockFile(file: string, wait: number): () => void {
  const lock = new DatabaseSync(file);
  try {
    // Write something: in an unwritable file SQLite starts a transaction anyway, and several desks would hold the lock.
    lock.exec(`PRAGMA busy_timeout = ${wait}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1`);
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}

function sayWhoHas({ holder }: HeldPlace): () => void {
  if (holder === undefined) return () => undefined;
  try {
    writeFileSync(holder, hostname());
  } catch {
    // For people only: a full disk must not keep a desk from its show.
  }
  return () => {
    try {
      rmSync(holder, { force: true });
    } catch {
      // The share may be gone; the desk still ends.
    }
  };
}

/** The desk that holds a locked place; empty if unknown. The next desk overwrites the name that a killed desk left. */
function whoHas({ holder }: HeldPlace): string {
  if (holder === undefined) return '';
  try {
    return `: the one on ${readFileSync(holder, 'utf8').slice(0, mostOfHolder)}`;
  } catch {
    // The name of the machine is only for people.
    return '';
  }
}

/** Creates nothing, and does not stop a desk from starting. */
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
  return error instanceof Error && 'errcode' in error && codes.some((code) => code === error.errcode);
}
