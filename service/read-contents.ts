import { isAscii } from 'node:buffer';
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type ErrorDetail, errorIn, errorTable, OverlayError } from '../contract/errors.ts';
import { inShort } from '../contract/refusal.ts';
import type { Composition } from '../scene/schema/composition.ts';
import { type HeldComposition, heldComposition } from './domain/held-composition.ts';
import type { ServiceLog } from './log.ts';
import type { Store } from './store/store.ts';

type CheckContent = (text: string) => { composition: Composition } | { problems: ErrorDetail[] };

interface ContentCache {
  /** May be deleted at any time. */
  directory: string;
  program: string;
}

/**
 * Reads contents of shows. Caches checked contents in files, because checking dominates a start after a crash. Each
 * file begins with a hash over itself, the text and the program; a mismatch causes a new check.
 */
export class ReadContents {
  readonly #store: Store;
  readonly #log: ServiceLog;
  readonly #cache: ContentCache | undefined;
  #check: CheckContent | undefined;
  readonly #unkept = new Map<number, HeldComposition>();
  #beats = 0;
  #keeping: Promise<void> | undefined;

  constructor(store: Store, log: ServiceLog, cache?: ContentCache) {
    this.#store = store;
    this.#log = log;
    this.#cache = cache;
  }

  checkWith(check: CheckContent): void {
    this.#check = check;
  }

  /** Throws `show-unreadable`, or `not-ready` if a needed check is not yet possible. */
  read(contentId: number): HeldComposition {
    const bytes = this.#store.contentBytes(contentId);
    const kept = this.#kept(contentId, bytes);
    if (kept) return kept;
    if (!this.#check) throw new OverlayError('not-ready');
    const read = this.#check(textOf(Buffer.from(bytes.buffer)));
    if ('problems' in read) throw unreadable(read.problems);
    const held = heldComposition(read.composition);
    this.add(contentId, held);
    return held;
  }

  add(contentId: number, composition: HeldComposition): void {
    if (this.#cache) this.#unkept.set(contentId, composition);
  }

  /** Caches one content per call and sometimes removes unloaded ones; call on each beat. Resolves when all is done. */
  keep(): Promise<void> {
    if (!this.#cache) return Promise.resolve();
    this.#keeping ??= this.#keepOne(this.#cache).finally(() => (this.#keeping = undefined));
    return this.#keeping;
  }

  async ended(): Promise<void> {
    await this.#keeping;
  }

  async #keepOne(cache: ContentCache): Promise<void> {
    const [next] = this.#unkept;
    if (next) this.#unkept.delete(next[0]);
    try {
      if (this.#beats++ % tidyEvery === 0) this.#tidy(cache);
      if (next) await this.#write(cache, ...next);
    } catch (thrown) {
      this.#log.warn('What was read of a show cannot be kept, so it is checked again at the next start.', {
        cause: errorIn(thrown).message,
      });
    }
  }

  #tidy({ directory }: ContentCache): void {
    const loaded = new Set(this.#store.loadedContents().map(String));
    mkdirSync(directory, { recursive: true });
    for (const name of readdirSync(directory)) if (!loaded.has(name)) rmSync(join(directory, name));
  }

  async #write(cache: ContentCache, contentId: number, { controlled, whole }: HeldComposition): Promise<void> {
    if (!this.#store.loadedContents().includes(contentId)) return;
    const bytes = this.#store.contentBytes(contentId);
    await turn();
    const storedHash = hash('sha256', bytes);
    await turn();
    const kept = Buffer.from(`${JSON.stringify(controlled)}\n${whole}`);
    await turn();
    const proof = proofOf(cache, storedHash, hash('sha256', kept));
    const unfinished = join(cache.directory, `${contentId}.new`);
    await writeFile(unfinished, [proof, kept]);
    await rename(unfinished, join(cache.directory, String(contentId)));
  }

  #kept(contentId: number, stored: Uint8Array): HeldComposition | undefined {
    if (!this.#cache) return undefined;
    const file = bytesOf(join(this.#cache.directory, String(contentId)));
    const kept = file.subarray(proofLength);
    const proof = proofOf(this.#cache, hash('sha256', stored), hash('sha256', kept));
    if (!file.subarray(0, proofLength).equals(proof)) return undefined;
    const end = kept.indexOf('\n');
    const controlled = JSON.parse(kept.toString('utf8', 0, end)) as Composition;
    return { controlled, whole: textOf(kept.subarray(end + 1)) };
  }
}

/** Decoding as UTF-8 takes longer than all else of a read, and most contents need none. */
function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/** Hashes: `text` of the stored text, `kept` of the cached result. */
function proofOf({ program }: ContentCache, text: string, kept: string): Buffer {
  return hash('sha256', [program, process.version, text, kept].join(' '), 'buffer');
}

const proofLength = 32;
/** Beats (1 min). Purged contents must leave the cache too. */
const tidyEvery = 120;

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // A missing or unreadable file proves nothing, as an empty file does.
    return Buffer.alloc(0);
  }
}

function unreadable(problems: readonly ErrorDetail[]): OverlayError {
  return new OverlayError('show-unreadable', `${errorTable['show-unreadable'].operator} (${inShort(problems)})`);
}
