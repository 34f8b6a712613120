import { createHash, randomBytes } from 'node:crypto';

/**
 * The one-time tokens that are out and the sessions that came of them. Kept in memory only: a desk that was started anew
 * lets nobody in whom it did not let in itself. Only hashes are kept, so finding one takes no telling time.
 */
export class Visitors {
  readonly #tokens = new Set<string>();
  readonly #sessions = new Set<string>();

  /** A fresh token, good for one session. */
  invite(): string {
    return fresh(this.#tokens);
  }

  isToken(token: string): boolean {
    return this.#tokens.has(hash(token));
  }

  isSession(session: string): boolean {
    return this.#sessions.has(hash(session));
  }

  /** Use up a token for a session. Throws for a token that is not out. */
  welcome(token: string): string {
    if (!this.#tokens.delete(hash(token))) throw new Error('The token is not out.');
    return fresh(this.#sessions);
  }
}

/** 256 random bits, URL-safe. */
function fresh(into: Set<string>): string {
  const secret = randomBytes(32).toString('base64url');
  into.add(hash(secret));
  return secret;
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
