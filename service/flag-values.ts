import { resolve } from 'node:path';
import { Option } from 'commander';

/** A problem with the value of a flag, as a sentence for the person who wrote it. */
export class FlagProblem extends Error {}

/** `--data DIR`, which every command takes. */
export function dataOption(description: string): Option {
  return new Option('--data <DIR>', description).argParser(asDirectory).default(resolve('data'), 'data');
}

/** The absolute path of a directory. A value that begins with a dash is the next flag, so the directory is missing. */
function asDirectory(given: string): string {
  if (given === '' || given.startsWith('-')) throw new FlagProblem('--data takes a directory.');
  return resolve(given);
}

/** Parses a whole number in decimal digits. `what` begins the sentence that refuses any other value. */
export function wholeNumber({ from, to, what }: { from: number; to: number; what: string }): (given: string) => number {
  return (given) => {
    const number = Number(given);
    if (/^\d+$/.test(given) && number >= from && number <= to) return number;
    throw new FlagProblem(`${what} from ${from} to ${to}, got "${given}".`);
  };
}
