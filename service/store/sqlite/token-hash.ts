import { createHash } from 'node:crypto';

/** The key for looking up a token. With a hash, the time of a look-up does not show how much of a guess was right. */
export function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
