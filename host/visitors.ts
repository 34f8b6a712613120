import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileSync } from 'atomically';
import { z } from 'zod';
import { codeOf } from '../contract/errors.ts';
import { parsedJson } from '../contract/json-text.ts';

/** Key hashes of admitted browsers, oldest first. */
const BrowsersFile = z.object({ version: z.literal(1), browsers: z.array(z.string()) });

/** The oldest browser is removed first. */
const most = 100;

/**
 * One-time tokens (in memory only) and lasting sessions. Only hashes are kept, so that look-up timing reveals nothing.
 */
export class Visitors {
  readonly #file: string;
  readonly #trouble: (text: string) => void;
  readonly #tokens = new Set<string>();
  readonly #sessions: Set<string>;

  /**
   * `trouble` reports an unreadable or unwritable file in the data directory. An unreadable list counts as empty, so its
   * browsers need a new address.
   */
  constructor(directory: string, trouble: (text: string) => void) {
    this.#file = join(directory, 'browsers.json');
    this.#trouble = trouble;
    this.#sessions = new Set(this.#read());
  }

  invite(): string {
    return fresh(this.#tokens);
  }

  isToken(token: string): boolean {
    return this.#tokens.has(hash(token));
  }

  isSession(session: string): boolean {
    return this.#sessions.has(hash(session));
  }

  /** Consumes a token for one answer, without a session. */
  spend(token: string): void {
    this.#tokens.delete(hash(token));
  }

  /** Throws for an unknown token. */
  welcome(token: string): string {
    if (!this.#tokens.delete(hash(token))) throw new Error('The token is unknown.');
    const session = fresh(this.#sessions);
    for (const first of [...this.#sessions].slice(0, -most)) this.#sessions.delete(first);
    this.#write();
    return session;
  }

  forget(): void {
    this.#sessions.clear();
    this.#write();
  }

  #read(): readonly string[] {
    try {
      return BrowsersFile.parse(parsedJson(readFileSync(this.#file, 'utf8'))).browsers;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.#failed('read', error);
      return [];
    }
  }

  #write(): void {
    try {
      const content = { version: 1, browsers: [...this.#sessions] } satisfies z.infer<typeof BrowsersFile>;
      writeFileSync(this.#file, JSON.stringify(content), { mode: 0o600 });
    } catch (error) {
      this.#failed('written', error);
    }
  }

  #failed(what: string, error: unknown): void {
    this.#trouble(`${this.#file} cannot be ${what} (${codeOf(error) ?? String(error)}).`);
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
