import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileSync } from 'atomically';
import { z } from 'zod';
import { codeOf } from '../contract/errors.ts';
import { parsedJson } from '../contract/json-text.ts';

/** Key hashes of admitted browsers, oldest first. */
export interface KnownBrowsers {
  read(): readonly string[];
  write(hashes: readonly string[]): void;
}

const BrowsersFile = z.object({ version: z.literal(1), browsers: z.array(z.string()) });

/**
 * `trouble` reports an unreadable or unwritable file. An unreadable list counts as empty, so its browsers need a new
 * address.
 */
export function knownBrowsers(directory: string, trouble: (text: string) => void): KnownBrowsers {
  const file = join(directory, 'browsers.json');
  const failed = (what: string, error: unknown): void => {
    trouble(`${file} cannot be ${what} (${codeOf(error) ?? String(error)}).`);
  };
  return {
    read() {
      try {
        return BrowsersFile.parse(parsedJson(readFileSync(file, 'utf8'))).browsers;
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') failed('read', error);
        return [];
      }
    },
    write(browsers) {
      try {
        const content = { version: 1, browsers: [...browsers] } satisfies z.infer<typeof BrowsersFile>;
        writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
      } catch (error) {
        failed('written', error);
      }
    },
  };
}

/** The oldest browser is removed first. */
const most = 100;

/**
 * One-time tokens (in memory only) and lasting sessions. Only hashes are kept, so that look-up timing reveals nothing.
 */
export class Visitors {
  readonly #tokens = new Set<string>();
  readonly #sessions: Set<string>;
  readonly #known: KnownBrowsers;

  constructor(known: KnownBrowsers) {
    this.#known = known;
    this.#sessions = new Set(known.read());
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
