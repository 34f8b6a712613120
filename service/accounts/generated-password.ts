import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './checked-credentials.ts';

/** Prints the password for the person who started the service; not a log entry. */
export function printPassword(write: (text: string) => void): (user: Credentials) => void {
  return ({ email, password }) => write(`The first user is ${email}. Its password, shown only once: ${password}\n`);
}

/**
 * Writes the password to `admin-password` in the data directory, readable by the owner. Embedding programs log stderr,
 * so it must not go there. The reader removes this JSON file.
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
