import { resolve } from 'node:path';
import { type CommanderError, Option } from 'commander';

export class FlagProblem extends Error {}

export function dataOption(description: string): Option {
  return new Option('--data <DIR>', description).argParser(directoryOf('--data')).default(resolve('data'), 'data');
}

export function directoryOf(flag: string): (given: string) => string {
  return (given) => {
    if (given === '' || isFlag(given)) throw new FlagProblem(`${flag} takes a directory.`);
    return resolve(given);
  };
}

/** Detects a forgotten value, because commander takes the next flag as the value. */
export function isFlag(given: string): boolean {
  return given.startsWith('-');
}

export function wholeNumber({ from, to, what }: { from: number; to: number; what: string }): (given: string) => number {
  return (given) => {
    const number = Number(given);
    if (/^\d+$/.test(given) && number >= from && number <= to) return number;
    throw new FlagProblem(`${what} from ${from} to ${to}, got "${given}".`);
  };
}

export function refusal({ message }: CommanderError): string {
  const words = message.replace(/^error: /, '').replace(/\.$/, '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. Try --help.`;
}
