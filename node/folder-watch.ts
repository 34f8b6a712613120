import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { errorIn } from '../contract/errors.ts';
import { mostIngestedBytes } from '../contract/desk-api/ingest.ts';
import { pause } from '../desk/live-data/tables/pause.ts';
import type { FolderHandlers, WatchFolder } from '../desk/live-data/data-ports.ts';
import type { Clock } from '../contract/clock.ts';
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
export function folderWatch(clock: Pick<Clock, 'after'>): WatchFolder {
  return (folder, on) => {
    const end = new AbortController();
    void watch(new WatchedFolder(folder, { clock, on, end: end.signal }), clock, end.signal);
    return { close: () => end.abort() };
  };
}

async function watch(folder: WatchedFolder, clock: Pick<Clock, 'after'>, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    await folder.look();
    await pause(clock, lookEvery, end);
  }
}

interface FolderPorts {
  clock: Pick<Clock, 'after'>;
  on: FolderHandlers;
  end: AbortSignal;
}

class WatchedFolder {
  readonly #path: string;
  readonly #ports: FolderPorts;
  readonly #watched = new Map<string, AbortController>();

  constructor(path: string, ports: FolderPorts) {
    this.#path = path;
    this.#ports = ports;
  }

  async look(): Promise<void> {
    const { on, end } = this.#ports;
    try {
      // The working directory of the desk is arbitrary, so a relative path is meaningless.
      if (!isAbsolute(this.#path)) throw new Error('it is not named by its absolute path');
      const names = (await readdir(this.#path)).filter((name) => isTable.test(name)).sort();
      if (end.aborted) return;
      this.#watchThese(names.slice(0, mostFiles));
      on.folder(
        names.length > mostFiles ? `${this.#path} has more than ${mostFiles} files; only the first are imported.` : '',
      );
    } catch (error) {
      if (!end.aborted) on.folder(`${this.#path} cannot be read: ${errorIn(error).message}.`);
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
        on.unreadable(name, errorIn(error).message);
        // Without this pause, an unreadable file without a mark would be retried at once.
        await pause(clock, lookEvery, end);
      }
    }
  }
}
