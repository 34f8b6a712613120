import { createHash, randomBytes } from 'node:crypto';
import type { KnownBrowsers } from './known-browsers.ts';

/** The most browsers that are known. The one that came first gives way. */
const most = 100;

/**
 * The unused one-time tokens, and the sessions opened with tokens. Tokens are kept in memory only. Sessions last, so that
 * a browser that was let in once comes in again. Only hashes are kept, so the time of a look-up does not help to guess one.
 */
export class Visitors {
  readonly #tokens = new Set<string>();
  readonly #sessions: Set<string>;
  readonly #known: KnownBrowsers;

  constructor(known: KnownBrowsers) {
    this.#known = known;
    this.#sessions = new Set(known.read());
  }

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

  /** Uses a token up for one answer, without a session. */
  spend(token: string): void {
    this.#tokens.delete(hash(token));
  }

  /** Exchanges a token for a session. Throws for an unknown token. */
  welcome(token: string): string {
    if (!this.#tokens.delete(hash(token))) throw new Error('The token is unknown.');
    const session = fresh(this.#sessions);
    for (const first of [...this.#sessions].slice(0, -most)) this.#sessions.delete(first);
    this.#known.write([...this.#sessions]);
    return session;
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
