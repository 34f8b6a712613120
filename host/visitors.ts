import { createHash, randomBytes } from 'node:crypto';

/**
 * The unused one-time tokens, and the sessions opened with tokens. They are kept in memory only, so after a restart
 * everyone needs a new token. Only hashes are kept, so the time of a look-up does not help to guess one.
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

  /** Exchanges a token for a session. Throws for an unknown token. */
  welcome(token: string): string {
    if (!this.#tokens.delete(hash(token))) throw new Error('The token is unknown.');
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
