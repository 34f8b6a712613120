import { resolve } from 'node:path';
import { type CommanderError, Option } from 'commander';

/** A problem with the value of a flag, as a sentence for the person who wrote it. */
export class FlagProblem extends Error {}

/** `--data DIR`, which every command takes. */
export function dataOption(description: string): Option {
  return new Option('--data <DIR>', description).argParser(directoryOf('--data')).default(resolve('data'), 'data');
}

/** Parses a directory as its absolute path. */
export function directoryOf(flag: string): (given: string) => string {
  return (given) => {
    if (given === '' || isFlag(given)) throw new FlagProblem(`${flag} takes a directory.`);
    return resolve(given);
  };
}

/** Whether the value of a flag is the next flag, because the value itself was forgotten: commander takes it all the same. */
export function isFlag(given: string): boolean {
  return given.startsWith('-');
}

/** Parses a whole number in decimal digits. `what` begins the sentence that refuses any other value. */
export function wholeNumber({ from, to, what }: { from: number; to: number; what: string }): (given: string) => number {
  return (given) => {
    const number = Number(given);
    if (/^\d+$/.test(given) && number >= from && number <= to) return number;
    throw new FlagProblem(`${what} from ${from} to ${to}, got "${given}".`);
  };
}

/** What is wrong with a command line that commander refuses, as a sentence, and where help is. */
export function refusal({ message }: CommanderError): string {
  const words = message.replace(/^error: /, '').replace(/\.$/, '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. Try --help.`;
}
