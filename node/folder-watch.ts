import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { mostIngestedBytes } from '../contract/desk-api/ingest.ts';
import { pause } from '../desk/live-data/tables/pause.ts';
import type { FolderHandlers, WatchFolder } from '../desk/live-data/data-ports.ts';
import type { Clock } from '../contract/clock.ts';
import { FileReader } from './data/file-reader.ts';

/** Milliseconds between two looks at the folder and its files. */
const lookEvery = 1_000;
/**
 * Milliseconds that a changed file must rest before it is read. Half a table, cut off at the end of a row, is a table too: a program
 * or a share that stops for a moment while it writes must not take the other half of its cues away.
 */
const settle = 2_000;
const mostFiles = 100;
/** Files that other programs make while they write begin with a dot or a tilde. */
const isTable = /^[^.~].*\.(csv|tsv|txt|json)$/i;

/** Watches the tables of a folder by looking again and again, which works on every share. */
export function folderWatch(clock: Pick<Clock, 'after'>): WatchFolder {
  return (folder, on) => {
    const end = new AbortController();
    void watch(new Folder(folder, { clock, on, end: end.signal }), clock, end.signal);
    return { close: () => end.abort() };
  };
}

async function watch(folder: Folder, clock: Pick<Clock, 'after'>, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    await folder.look();
    await pause(clock, lookEvery, end);
  }
}

interface FolderPorts {
  clock: Pick<Clock, 'after'>;
  on: FolderHandlers;
  /** Ends everything. */
  end: AbortSignal;
}

class Folder {
  readonly #path: string;
  readonly #ports: FolderPorts;
  /** The files that are watched, each with what ends that. */
  readonly #watched = new Map<string, AbortController>();

  constructor(path: string, ports: FolderPorts) {
    this.#path = path;
    this.#ports = ports;
  }

  /** Looks which files there are. */
  async look(): Promise<void> {
    const { on, end } = this.#ports;
    try {
      // Where a desk was started says nothing of where its files are.
      if (!isAbsolute(this.#path)) throw new Error('it is not named by its absolute path');
      const names = (await readdir(this.#path)).filter((name) => isTable.test(name)).sort();
      if (end.aborted) return;
      this.#watchThese(names.slice(0, mostFiles));
      on.folder(
        names.length > mostFiles ? `${this.#path} has more than ${mostFiles} files; only the first are imported.` : '',
      );
    } catch (error) {
      if (!end.aborted) on.folder(`${this.#path} cannot be read: ${(error as Error).message}.`);
    }
  }

  #watchThese(names: readonly string[]): void {
    for (const [name, one] of this.#watched) {
      if (names.includes(name)) continue;
      one.abort();
      this.#watched.delete(name);
      this.#ports.on.gone(name);
    }
    for (const name of names) {
      if (this.#watched.has(name)) continue;
      const one = new AbortController();
      this.#watched.set(name, one);
      void this.#follow(name, AbortSignal.any([one.signal, this.#ports.end]));
    }
  }

  /** Reads a file whenever it has changed. */
  async #follow(name: string, end: AbortSignal): Promise<void> {
    const { on, clock } = this.#ports;
    const reader = new FileReader(join(this.#path, name), {
      clock,
      lookEvery,
      settle,
      most: mostIngestedBytes,
      mustRest: true,
    });
    const isOver = (): boolean => end.aborted;
    while (!isOver()) {
      try {
        const { bytes } = await reader.read(end);
        if (!isOver()) on.file({ name, bytes, digest: createHash('sha256').update(bytes).digest('hex') });
      } catch (error) {
        if (isOver()) return;
        on.unreadable(name, (error as Error).message);
        // A file that cannot be read and has no mark would be tried at once.
        await pause(clock, lookEvery, end);
      }
    }
  }
}
