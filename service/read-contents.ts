import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorDetail, errorTable, OverlayError } from '../contract/errors.ts';
import { inShort } from '../contract/refusal.ts';
import type { Composition } from '../scene/schema/composition.ts';
import type { Log } from './log.ts';
import type { AppInstanceStore } from './store/app-instances.ts';
import type { CompositionStore } from './store/compositions.ts';

/** Reads and checks the text of a content. */
export type CheckContent = (text: string) => { composition: Composition } | { problems: ErrorDetail[] };

export interface ReadContentsPorts {
  store: Pick<CompositionStore, 'content'> & Pick<AppInstanceStore, 'loadedContents'>;
  /** The directory of what is kept. It may be deleted at any time. */
  directory: string;
  /** Changes with everything that decides how a content is read; undefined to keep nothing. */
  program: string | undefined;
  log: Log;
}

/**
 * Reads the contents of shows. Checking a large one is most of a start after a crash, so what came of it is kept, in a file for each
 * content. The file begins with a hash over itself, the text that was read and the program that read it. If that is not
 * right, be it that the database or the file is damaged or that another program wrote it, the text is checked again.
 */
export class ReadContents {
  readonly #ports: ReadContentsPorts;
  #check: CheckContent | undefined;
  /** What was read and is not kept yet, by the ids of the contents. */
  readonly #unkept = new Map<number, Composition>();
  #beats = 0;

  constructor(ports: ReadContentsPorts, check?: CheckContent) {
    this.#ports = ports;
    this.#check = check;
  }

  /** From now on contents can be read that nothing is kept of. */
  checkWith(check: CheckContent): void {
    this.#check = check;
  }

  /**
   * Returns the composition in a stored content. Throws `show-unreadable`, and `not-ready` if it has to be checked and that
   * is not possible yet.
   */
  read(contentId: number): Composition {
    const text = this.#ports.store.content(contentId);
    const kept = this.#kept(contentId, text);
    if (kept) return kept;
    if (!this.#check) throw new OverlayError('not-ready');
    const read = this.#check(text);
    if ('problems' in read) throw unreadable(read.problems);
    this.add(contentId, read.composition);
    return read.composition;
  }

  /** Takes what was read of a content elsewhere. */
  add(contentId: number, composition: Composition): void {
    if (this.#ports.program !== undefined) this.#unkept.set(contentId, composition);
  }

  /**
   * Keeps one of those that were read, and now and then removes what is loaded no longer. It is called with each beat, so that nobody
   * waits for it.
   */
  keep(): void {
    if (this.#ports.program === undefined) return;
    const [next] = this.#unkept;
    if (next) this.#unkept.delete(next[0]);
    try {
      if (this.#beats++ % tidyEvery === 0) this.#tidy();
      if (next) this.#write(...next);
    } catch (thrown) {
      this.#ports.log.warn('What was read of a show cannot be kept, so it is checked again at the next start.', {
        cause: (thrown as Error).message,
      });
    }
  }

  #tidy(): void {
    const { store, directory } = this.#ports;
    const loaded = new Set(store.loadedContents().map(String));
    mkdirSync(directory, { recursive: true });
    for (const name of readdirSync(directory)) if (!loaded.has(name)) rmSync(join(directory, name));
  }

  #write(contentId: number, composition: Composition): void {
    const { store, directory } = this.#ports;
    // It may have been taken out meanwhile.
    if (!store.loadedContents().includes(contentId)) return;
    const kept = Buffer.from(JSON.stringify(composition));
    const unfinished = join(directory, `${contentId}.new`);
    writeFileSync(unfinished, Buffer.concat([this.#proof(store.content(contentId), kept), kept]));
    renameSync(unfinished, join(directory, String(contentId)));
  }

  #kept(contentId: number, text: string): Composition | undefined {
    if (this.#ports.program === undefined) return undefined;
    const file = bytesOf(join(this.#ports.directory, String(contentId)));
    const kept = file.subarray(proofLength);
    if (!file.subarray(0, proofLength).equals(this.#proof(text, kept))) return undefined;
    return JSON.parse(kept.toString()) as Composition;
  }

  #proof(text: string, kept: Uint8Array): Buffer {
    const parts = [this.#ports.program, process.version, hash('sha256', text), hash('sha256', kept)];
    return hash('sha256', parts.join(' '), 'buffer');
  }
}

const proofLength = 32;
/** In beats: a minute. What was deleted for good must not stay here. */
const tidyEvery = 120;

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    // It is not there, or cannot be read: then it proves nothing, as an empty one.
    return Buffer.alloc(0);
  }
}

function unreadable(problems: readonly ErrorDetail[]): OverlayError {
  return new OverlayError('show-unreadable', `${errorTable['show-unreadable'].operator} (${inShort(problems)})`);
}
