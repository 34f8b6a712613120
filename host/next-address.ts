import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileSync } from 'atomically';
import { isDataInUse } from '../node/data-lock.ts';

const fileIn = (directory: string): string => join(directory, 'address');

/**
 * The address in a data directory that lets one browser into the desk that runs on it; undefined if none runs, or it has none: what a desk
 * left that was killed opens nothing.
 */
export function readNextAddress(directory: string): string | undefined {
  if (!isDataInUse(directory)) return undefined;
  try {
    return readFileSync(fileIn(directory), 'utf8').trim();
  } catch {
    // Whatever the reason, nobody can be let in by it.
    return undefined;
  }
}

/** The address that lets one browser into the desk that runs on a data directory. Throws a sentence if none runs there, or it has none. */
export function runningAddress(directory: string): string {
  if (!isDataInUse(directory)) throw new Error(`No desk runs on ${directory}.`);
  const address = readNextAddress(directory);
  if (address === undefined) throw new Error(`The desk that runs on ${directory} has no address, or not for you.`);
  return address;
}

export interface NextAddressPorts {
  /** Makes an address that lets one browser in. */
  fresh(): string;
  /** The address could not be kept in the data directory, or not be taken away there. */
  trouble(text: string): void;
}

/**
 * The address that lets the next browser in. It is in the data directory as well, so that whoever owns the data can open
 * the desk again without its terminal.
 */
export class NextAddress {
  readonly #directory: string;
  readonly #ports: NextAddressPorts;
  #now = '';

  constructor(directory: string, ports: NextAddressPorts) {
    this.#directory = directory;
    this.#ports = ports;
    this.#renew();
  }

  get now(): string {
    return this.#now;
  }

  /** An address was used. If it was this one, the next takes its place. */
  used(address: string): void {
    if (address === this.#now) this.#renew();
  }

  /** The desk ends, and lets nobody in any more. An address that stays behind opens nothing, and keeps no desk from ending. */
  remove(): void {
    this.#changeFile('removed', (file) => rmSync(file, { force: true }));
  }

  #renew(): void {
    this.#now = this.#ports.fresh();
    // It is printed all the same.
    this.#changeFile('written', (file) => writeFileSync(file, `${this.#now}\n`, { mode: 0o600 }));
  }

  #changeFile(how: string, change: (file: string) => void): void {
    const file = fileIn(this.#directory);
    try {
      change(file);
    } catch (error) {
      this.#ports.trouble(`${file} cannot be ${how} (${(error as NodeJS.ErrnoException).code ?? ''}).`);
    }
  }
}
