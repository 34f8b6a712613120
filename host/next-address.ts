import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileSync } from 'atomically';
import { codeOf } from '../contract/errors.ts';
import { isDataInUse } from '../node/data-lock.ts';

const fileIn = (directory: string): string => join(directory, 'address');

/** Undefined without a running desk or its address; the address of a killed desk opens nothing. */
export function readNextAddress(directory: string): string | undefined {
  if (!isDataInUse(directory)) return undefined;
  try {
    return readFileSync(fileIn(directory), 'utf8').trim();
  } catch {
    // An unreadable address admits no browser.
    return undefined;
  }
}

/** Throws a sentence if no desk runs there, or it has no address. */
export function runningAddress(directory: string): string {
  if (!isDataInUse(directory)) throw new Error(`No desk runs on ${directory}.`);
  const address = readNextAddress(directory);
  if (address === undefined) throw new Error(`The desk that runs on ${directory} has no address, or not for you.`);
  return address;
}

/**
 * The address for the next browser, also kept in the data directory, so that the data's owner can reopen the desk
 * without its terminal.
 */
export class NextAddress {
  readonly #directory: string;
  readonly #fresh: () => string;
  readonly #trouble: (text: string) => void;
  #now = '';

  constructor(directory: string, fresh: () => string, trouble: (text: string) => void) {
    this.#directory = directory;
    this.#fresh = fresh;
    this.#trouble = trouble;
    this.#renew();
  }

  get now(): string {
    return this.#now;
  }

  used(address: string): void {
    if (address === this.#now) this.#renew();
  }

  /** Never blocks the end of the desk; a remaining address opens nothing. */
  remove(): void {
    this.#changeFile('removed', (file) => rmSync(file, { force: true }));
  }

  #renew(): void {
    this.#now = this.#fresh();
    this.#changeFile('written', (file) => writeFileSync(file, `${this.#now}\n`, { mode: 0o600 }));
  }

  #changeFile(how: string, change: (file: string) => void): void {
    const file = fileIn(this.#directory);
    try {
      change(file);
    } catch (error) {
      this.#trouble(`${file} cannot be ${how} (${codeOf(error) ?? ''}).`);
    }
  }
}
