import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileSync } from 'atomically';
import { z } from 'zod';
import type { EntryAnswer, EntryRequest } from '../contract/desk-api/entry.ts';
import { codeOf } from '../contract/errors.ts';
import { parsedJson } from '../contract/json-text.ts';

/** Key hashes of admitted browsers, oldest first. */
const BrowsersFile = z.object({ version: z.literal(1), browsers: z.array(z.string()) });

const noKey =
  'This browser does not have the key of this desk. Another start of the desk on its machine opens a window of it, or prints ' +
  'an address. Each address lets one browser in, once; after that this browser stays let in.';
const usedToken =
  'This address was used already, or it is not of this desk as it runs now. Open the newest address that the desk ' +
  'printed in its terminal, or start the desk on its machine once more, which finds a fresh one.';

const most = 100;

/**
 * One-time tokens (in memory only) and lasting keys. Only hashes are kept, so that look-up timing reveals nothing.
 */
export class Visitors {
  readonly #file: string;
  readonly #trouble: (text: string) => void;
  readonly #tokens = new Set<string>();
  readonly #keys: Set<string>;

  /**
   * `trouble` reports an unreadable or unwritable file in the data directory. An unreadable list counts as empty, so its
   * browsers need a new address.
   */
  constructor(directory: string, trouble: (text: string) => void) {
    this.#file = join(directory, 'browsers.json');
    this.#trouble = trouble;
    this.#keys = new Set(this.#read());
  }

  invite(): string {
    return fresh(this.#tokens);
  }

  /** Lets a browser in by its key, else by a token. Other programs and users of the machine have neither. */
  enter({ key, token }: EntryRequest): EntryAnswer {
    if (key !== null && this.#keys.has(hash(key))) return { key };
    if (token === null) return { refused: noKey };
    // A used token, seen in a history or over a shoulder, opens nothing.
    return this.spend(token) ? { key: this.#freshKey() } : { refused: usedToken };
  }

  /** Uses up a token. False if it is unknown. */
  spend(token: string): boolean {
    return this.#tokens.delete(hash(token));
  }

  forget(): void {
    this.#keys.clear();
    this.#write();
  }

  #freshKey(): string {
    const key = fresh(this.#keys);
    for (const first of [...this.#keys].slice(0, -most)) this.#keys.delete(first);
    this.#write();
    return key;
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
      const content = { version: 1, browsers: [...this.#keys] } satisfies z.infer<typeof BrowsersFile>;
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
