import { rmSync, writeFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Clock } from '../contract/clock.ts';
import { DataInUse, heldPlaces, lockData } from './data-lock.ts';

/** The files by which a desk asks the one that has the data directory, or its show, to end. */
const requestsIn = (directory: string): string[] => heldPlaces(directory).map(({ request }) => request);
/** Milliseconds between two looks for it, and between two tries to lock the data. */
const lookEvery = 500;
const tryEvery = 100;
/** Milliseconds in which the desk that was asked must have ended. It saves everything first. */
const within = 15_000;

interface TakeOverPorts {
  clock: Pick<Clock, 'after'>;
  /** Whether there is a file. It may never tell, if a share hangs. */
  isThere?(file: string): Promise<boolean>;
}

/**
 * Calls `end` once another desk asks for the data directory, or for its show, which this one has locked. Asking takes no more than a file, so it
 * works between programs of all kinds, and over a share. A share that hangs holds up nothing but the look for its own file. Returns the function
 * that stops looking.
 */
export function onTakeOver(
  directory: string,
  { clock, isThere = isPresent }: TakeOverPorts,
  end: () => void,
): () => void {
  const files = requestsIn(directory);
  // Whoever asked the desk before has ended without taking over.
  for (const file of files) rmSync(file, { force: true });
  const callOffs = new Map<string, () => void>();
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    for (const callOff of callOffs.values()) callOff();
  };
  const look = async (file: string): Promise<void> => {
    const isAsked = await isThere(file);
    if (isOver) return;
    if (!isAsked) return lookLater(file);
    stop();
    end();
  };
  const lookLater = (file: string): void => {
    callOffs.set(
      file,
      clock.after(lookEvery, () => void look(file)),
    );
  };
  files.forEach(lookLater);
  return stop;
}

function isPresent(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
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
