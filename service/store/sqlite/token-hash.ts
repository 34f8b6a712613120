import { createHash } from 'node:crypto';

/** Hashed, so that look-up timing reveals nothing about a guess. */
export function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
