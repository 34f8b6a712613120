import { texts } from '../contract/texts/texts.ts';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { errorIn } from '../contract/errors.ts';
import { mostIngestedBytes } from '../contract/desk-api/ingest.ts';
import { pause } from '../desk/live-data/tables/pause.ts';
import type { FolderHandlers, WatchFolder } from '../desk/live-data/data-ports.ts';
import type { Clock } from '../contract/clock.ts';
import { fileProblem } from './file-problem.ts';
import { FileReader } from './data/file-reader.ts';

/** Milliseconds between two checks. */
const lookEvery = 1_000;
/**
 * Milliseconds without a change before a read. Long, because half a table is also a valid table and would remove the
 * other cues.
 */
const settle = 2_000;
const mostFiles = 100;
const isTable = /^[^.~].*\.(csv|tsv|txt|json)$/i;

/** Polls the tables of a folder, which works on every share. */
export function folderWatch(clock: Clock): WatchFolder {
  return (folder, on) => {
    const watched = new WatchedFolder(folder, clock, on);
    void watched.watch();
    return watched;
  };
}

class WatchedFolder {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #on: FolderHandlers;
  readonly #end = new AbortController();
  readonly #watched = new Map<string, AbortController>();

  constructor(path: string, clock: Clock, on: FolderHandlers) {
    [this.#path, this.#clock, this.#on] = [path, clock, on];
  }

  async watch(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      await this.#look();
      await pause(this.#clock, lookEvery, signal);
    }
  }

  close(): void {
    this.#end.abort();
  }

  async #look(): Promise<void> {
    const on = this.#on;
    const end = this.#end.signal;
    try {
      // The working directory of the desk is arbitrary, so a relative path is meaningless.
      if (!isAbsolute(this.#path)) return on.folder(texts.ingest.folder(this.#path, texts.reading.notAbsolute));
      const names = (await readdir(this.#path)).filter((name) => isTable.test(name)).sort();
      if (end.aborted) return;
      this.#watchThese(names.slice(0, mostFiles));
      on.folder(names.length > mostFiles ? texts.ingest.manyFiles(this.#path, mostFiles) : '');
    } catch (error) {
      if (!end.aborted) on.folder(texts.ingest.folder(this.#path, fileProblem(error)));
    }
  }

  #watchThese(names: readonly string[]): void {
    for (const [name, one] of this.#watched) {
      if (names.includes(name)) continue;
      one.abort();
      this.#watched.delete(name);
      this.#on.gone(name);
    }
    for (const name of names) {
      if (this.#watched.has(name)) continue;
      const one = new AbortController();
      this.#watched.set(name, one);
      void this.#follow(name, AbortSignal.any([one.signal, this.#end.signal]));
    }
  }

  async #follow(name: string, end: AbortSignal): Promise<void> {
    const on = this.#on;
    const rules = { lookEvery, settle, most: mostIngestedBytes, mustRest: true };
    const reader = new FileReader(join(this.#path, name), this.#clock, rules);
    const isOver = (): boolean => end.aborted;
    while (!isOver()) {
      try {
        const { bytes } = await reader.read(end);
        if (!isOver()) on.file({ name, bytes, digest: createHash('sha256').update(bytes).digest('hex') });
      } catch (error) {
        if (isOver()) return;
        on.unreadable(name, errorIn(error).message);
        // Without this pause, an unreadable file without a mark would be retried at once.
        await pause(this.#clock, lookEvery, end);
      }
    }
  }
}
