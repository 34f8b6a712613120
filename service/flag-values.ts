import { resolve } from 'node:path';
import { Option } from 'commander';

/** What is wrong with the value of a flag, as a sentence for whoever wrote it. */
export class FlagProblem extends Error {}

/** `--data DIR`, which every command takes. */
export function dataOption(description: string): Option {
  return new Option('--data <DIR>', description).argParser(asDirectory).default(resolve('data'), 'data');
}

/** The path of a directory, absolute. Whatever begins with a dash is the next flag: the directory was forgotten. */
function asDirectory(given: string): string {
  if (given === '' || given.startsWith('-')) throw new FlagProblem('--data takes a directory.');
  return resolve(given);
}

/** Reads a whole number in decimal digits. `what` begins the sentence that refuses another value. */
export function wholeNumber({ from, to, what }: { from: number; to: number; what: string }): (given: string) => number {
  return (given) => {
    const number = Number(given);
    if (/^\d+$/.test(given) && number >= from && number <= to) return number;
    throw new FlagProblem(`${what} from ${from} to ${to}, got "${given}".`);
  };
}
