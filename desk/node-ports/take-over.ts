import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { Clock } from '../ports.ts';
import { DataInUse, heldPlaces, lockData } from './data-lock.ts';

/** The files by which a desk asks the one that has the data directory, or its show, to end. */
const requestsIn = (directory: string): string[] => heldPlaces(directory).map(({ request }) => request);
/** Milliseconds between two looks for it, and between two tries to lock the data. */
const lookEvery = 500;
const tryEvery = 100;
/** Milliseconds in which the desk that was asked must have ended. It saves everything first. */
const within = 15_000;

/**
 * Calls `end` once another desk asks for the data directory, or for its show, which this one has locked. Asking takes no more than a file, so it
 * works between programs of all kinds, and over a share. Returns the function that stops looking.
 */
export function onTakeOver(directory: string, clock: Pick<Clock, 'after'>, end: () => void): () => void {
  const files = requestsIn(directory);
  // Whoever asked the desk before has ended without taking over.
  for (const file of files) rmSync(file, { force: true });
  let callOff = (): void => {};
  const look = (): void => {
    if (files.some((file) => existsSync(file))) return end();
    callOff = clock.after(lookEvery, look);
  };
  callOff = clock.after(lookEvery, look);
  return () => callOff();
}

/**
 * Asks the desk that has this data directory, or its show, to end, and locks them when it has. Resolves with the function that unlocks
 * it. Rejects with {@link DataInUse} if the other desk does not end.
 */
export async function takeOver(directory: string, clock: Pick<Clock, 'after' | 'monotonic'>): Promise<() => void> {
  const files = requestsIn(directory);
  const began = clock.monotonic();
  try {
    for (const file of files) writeFileSync(file, '');
    for (;;) {
      const unlock = lockUnlessTaken(directory);
      if (typeof unlock === 'function') return unlock;
      if (clock.monotonic() - began > within) {
        throw new DataInUse(`${unlock.what} It was asked to end, and did not.`, 'End it, and try again.');
      }
      await new Promise<void>((resolve) => void clock.after(tryEvery, resolve));
    }
  } finally {
    for (const file of files) rmSync(file, { force: true });
  }
}

function lockUnlessTaken(directory: string): (() => void) | DataInUse {
  try {
    return lockData(directory, 0);
  } catch (error) {
    if (error instanceof DataInUse) return error;
    throw error;
  }
}
