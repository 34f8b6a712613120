import { rmSync, writeFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Clock } from '../contract/clock.ts';
import { DataInUse, heldPlaces, lockData } from './data-lock.ts';

const requestsIn = (directory: string): string[] => heldPlaces(directory).map(({ request }) => request);
/** Milliseconds between two checks for a request, and between two lock attempts. */
const lookEvery = 500;
const tryEvery = 100;
/** Milliseconds for the other desk to save everything and end. */
const within = 15_000;

/**
 * Calls `end` when another desk requests the directory or its show by creating a file. Works across programs and
 * shares; a hanging share, where `isThere` never
 * settles, blocks only its own check. Returns the stop function.
 */
export function onTakeOver(
  directory: string,
  { clock, isThere = isPresent }: { clock: Clock; isThere?: (file: string) => Promise<boolean> },
  end: () => void,
): () => void {
  const files = requestsIn(directory);
  // Removes a request left by a desk that ended without taking over.
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
    const callOff = clock.after(lookEvery, () => void look(file));
    callOffs.set(file, callOff);
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
 * Asks the other desk to end, then locks. Resolves with the unlock function; rejects with {@link DataInUse} if it does
 * not end.
 */
export async function takeOver(directory: string, clock: Clock): Promise<() => void> {
  const files = requestsIn(directory);
  const began = clock.monotonic();
  try {
    for (const file of files) writeFileSync(file, '');
    for (;;) {
      const unlock = lockUnlessTaken(directory);
      if (typeof unlock === 'function') return unlock;
      if (clock.monotonic() - began > within)
        throw new DataInUse(`${unlock.what} It was asked to end, and did not.`, 'End it, and try again.');
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
