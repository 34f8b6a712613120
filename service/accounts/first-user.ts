import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { firstEmail } from '../../contract/service-api/first-email.ts';
import type { AccountStore, NewFolder } from '../store/accounts.ts';
import { type HashCost, hashPassword, saltBytes } from './password-hash.ts';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './accounts.ts';

/** In characters. */
const shortestPassword = 8;
/** In bytes of UTF-8. Limits the work per request. */
const longestPassword = 1_024;

/** Returns the problem, or undefined. A colon would end the name in HTTP Basic. */
export function emailProblem(email: string): string | undefined {
  if (z.email().max(254).safeParse(email).success && !email.includes(':')) return undefined;
  return `"${email}" is not an e-mail address.`;
}

/** The returned problem does not contain the password. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < shortestPassword) return `A password has at least ${shortestPassword} characters.`;
  if (Buffer.byteLength(password) > longestPassword) return `A password has at most ${longestPassword} bytes.`;
  return undefined;
}

/** 144 random bits, easy to copy. */
export function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}

/** Reads the first user from the environment, or returns the problem. Empty variables count as missing. */
export function readFirstUser(
  env: Readonly<Record<string, string | undefined>>,
): { email: string; password: string | undefined } | { problem: string } {
  const email = env.OVERLAY_ADMIN_USER || firstEmail;
  const password = env.OVERLAY_ADMIN_PASSWORD || undefined;
  const wrongEmail = email === firstEmail ? undefined : emailProblem(email);
  if (wrongEmail !== undefined) return { problem: `OVERLAY_ADMIN_USER: ${wrongEmail}` };
  const wrongPassword = password === undefined ? undefined : passwordProblem(password);
  return wrongPassword === undefined ? { email, password } : { problem: `OVERLAY_ADMIN_PASSWORD: ${wrongPassword}` };
}

export interface FirstUserOptions {
  /** For an empty store. Without a password, `deliverPassword` receives a random password. */
  firstUser?: { email?: string | undefined; password?: string | undefined };
  /** Called with a random password before the user is stored, because the password is known nowhere else. */
  deliverPassword?: (user: { email: string; password: string }) => void;
  hashCost?: HashCost;
}

export async function ensureFirstUser(store: AccountStore, made: NewFolder, options: FirstUserOptions): Promise<void> {
  if (store.users().length > 0) return;
  const { firstUser: { email = firstEmail, password = randomPassword() } = {} } = options;
  const passwordHash = await hashPassword(password, randomBytes(saltBytes), options.hashCost);
  if (options.firstUser?.password === undefined) options.deliverPassword?.({ email, password });
  store.addUser({ email, passwordHash }, made);
}

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
