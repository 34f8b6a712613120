import { createHash } from 'node:crypto';

/** Tokens are found by this, so that the time a look-up takes tells nothing about how much of a guess was right. */
export function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
