import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './verified.ts';

/** Print a password that was made: as a line of its own, for the person who started the service, and not as the log has it. */
export function printPassword(write: (text: string) => void): (user: Credentials) => void {
  return ({ email, password }) => write(`The first user is ${email}. Its password, shown this once: ${password}\n`);
}

/**
 * Keep a password that was made in the file `admin-password` of the data directory, readable by its owner alone: whoever
 * embeds the service has a log on its stderr, and passwords do not belong there. The file is one line of JSON with
 * `email` and `password`; whoever has taken them over removes it.
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
