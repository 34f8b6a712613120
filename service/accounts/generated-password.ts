import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './checked-credentials.ts';

/**
 * Prints a generated password on a line of its own, for the person who started the service. The line is not a log
 * entry.
 */
export function printPassword(write: (text: string) => void): (user: Credentials) => void {
  return ({ email, password }) => write(`The first user is ${email}. Its password, shown only once: ${password}\n`);
}

/**
 * Keeps a generated password in the file `admin-password` of the data directory, readable by its owner alone. A program
 * that embeds the service logs its stderr, and passwords do not belong in a log. The file is one line of JSON with
 * `email` and `password`. The program that reads it removes it.
 */
export function keepPassword(directory: string): (user: Credentials) => void {
  return ({ email, password }) => {
    const file = join(directory, 'admin-password');
    rmSync(file, { force: true });
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, `${JSON.stringify({ email, password })}\n`);
    fsyncSync(handle);
    closeSync(handle);
  };
}
