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
 * without its terminal. `fresh` gives an address.
 */
export function keepNextAddress(directory: string, fresh: () => string, trouble: (text: string) => void) {
  const file = fileIn(directory);
  let now = '';
  const changeFile = (how: string, change: () => void): void => {
    try {
      change();
    } catch (error) {
      trouble(`${file} cannot be ${how} (${codeOf(error) ?? ''}).`);
    }
  };
  const renew = (): void => {
    now = fresh();
    changeFile('written', () => writeFileSync(file, `${now}\n`, { mode: 0o600 }));
  };
  renew();
  return {
    get now(): string {
      return now;
    },
    used(address: string): void {
      if (address === now) renew();
    },
    /** Never blocks the end of the desk; a remaining address opens nothing. */
    remove: (): void => changeFile('removed', () => rmSync(file, { force: true })),
  };
}
