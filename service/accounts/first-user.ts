import { z } from 'zod';
import { firstEmail } from '../../contract/service-api/first-email.ts';
import type { AccountStore } from '../store/accounts.ts';
import { type HashCost, hashPassword, saltBytes } from './password-hash.ts';

/** The shortest password that a person may choose, in characters. */
const shortestPassword = 8;
/** The longest, in bytes of UTF-8: a password is for typing, not for making a server work. */
const longestPassword = 1_024;

/** What is wrong with an e-mail address, as a sentence; undefined for one that is fine. A colon would end it in HTTP Basic. */
export function emailProblem(email: string): string | undefined {
  if (z.email().max(254).safeParse(email).success && !email.includes(':')) return undefined;
  return `"${email}" is not an e-mail address.`;
}

/** What is wrong with a password, as a sentence that does not contain it. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < shortestPassword) return `A password has at least ${shortestPassword} characters.`;
  if (Buffer.byteLength(password) > longestPassword) return `A password has at most ${longestPassword} bytes.`;
  return undefined;
}

/** A password of 144 random bits, easy to copy. */
export function randomPassword(random: (bytes: number) => Buffer): string {
  return random(18).toString('base64url');
}

/** Whom the environment names as the first user, or a sentence on what is wrong with it. An empty variable is none. */
export function readFirstUser(
  env: Readonly<Record<string, string | undefined>>,
): { email: string; password: string | undefined } | { problem: string } {
  const email = env.OVERLAY_ADMIN_USER || firstEmail;
  const password = env.OVERLAY_ADMIN_PASSWORD || undefined;
  const wrongEmail = emailProblem(email);
  if (wrongEmail !== undefined) return { problem: `OVERLAY_ADMIN_USER: ${wrongEmail}` };
  const wrongPassword = password === undefined ? undefined : passwordProblem(password);
  return wrongPassword === undefined ? { email, password } : { problem: `OVERLAY_ADMIN_PASSWORD: ${wrongPassword}` };
}

/** What making the first user takes. */
export interface FirstUserParts {
  store: Pick<AccountStore, 'users' | 'addUser'>;
  /** Whom to make; without a password a random one is made and told. */
  first: { email: string; password: string | undefined };
  /** Told of a password that was made, before the user comes to be: it is known nowhere else. */
  tell: (first: { email: string; password: string }) => void;
  made: { at: string; fid: string };
  random: (bytes: number) => Buffer;
  cost: HashCost;
}

/** A store without users gets a first one, so that somebody can come in. */
export async function ensureFirstUser({ store, first, tell, made, random, cost }: FirstUserParts): Promise<void> {
  if (store.users().length > 0) return;
  const password = first.password ?? randomPassword(random);
  const passwordHash = await hashPassword(password, random(saltBytes), cost);
  if (first.password === undefined) tell({ email: first.email, password });
  store.addUser({ email: first.email, passwordHash }, made);
}
