import { z } from 'zod';
import type { dropFolderCalls, DroppedFile, dropFolderMembers } from '../../../contract/desk-api/drop-folder.ts';
import type { Calls } from '../../../contract/link/link.ts';
import type { FolderFile, WatchFolder } from '../../live-data/data-ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import type { KnownError } from '../../../contract/errors.ts';
import type { Settings } from '../../screens/settings.ts';
import type { Ingest } from './ingest.ts';

/** Remembers the last import of a file, so that no restart or undo repeats it. */
const ImportedFile = z.object({ digest: z.string(), at: z.number() });

export interface DropFolderPorts {
  clock: Pick<Clock, 'now'>;
  settings: Pick<Settings, 'member' | 'save'>;
  prepared: Pick<Settings, 'member' | 'save'>;
  watchFolder: WatchFolder;
  knownError: KnownError;
  isLocked(): boolean;
  dropFolderChanged(): void;
}

interface IngestParts {
  ingest: Pick<Ingest, 'ingest'>;
  rundownOf(file: string): string | null;
}

/**
 * A watched folder of cue files, each imported on change into the rundown with its cues. Failed files are retried after
 * a change, an unlock or a new sub-composition.
 */
export class DropFolder {
  readonly #ports: DropFolderPorts & IngestParts;
  #path: string | null;
  #problem = '';
  #watched: { close(): void } | undefined;
  readonly #files = new Map<string, DroppedFile>();
  readonly #left = new Map<string, FolderFile>();
  readonly #imported: Map<string, z.infer<typeof ImportedFile>>;
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: DropFolderPorts & IngestParts) {
    this.#ports = ports;
    this.#path = ports.settings.member('dropFolder', z.string()) ?? null;
    this.#imported = new Map(
      Object.entries(ports.prepared.member('dropped', z.record(z.string(), ImportedFile)) ?? {}),
    );
    this.#watch();
  }

  get view(): z.infer<(typeof dropFolderMembers)['dropFolder']> {
    return { path: this.#path, problem: this.#problem, files: [...this.#files.values()] };
  }

  get problems(): string[] {
    const refused = [...this.#files.values()].filter(({ state }) => state === 'REFUSED');
    const all = [...(this.#problem ? [this.#problem] : []), ...refused.map(({ text }) => text)];
    return all.map((text) => `Drop folder: ${text}`);
  }

  readonly calls: Calls<{ calls: typeof dropFolderCalls; events: Record<string, never> }> = {
    setDropFolder: ({ path }) => {
      this.close();
      this.#path = path;
      this.#ports.settings.save('dropFolder', path ?? undefined);
      this.#watch();
      this.#ports.dropFolderChanged();
    },
  };

  retry(): void {
    for (const name of this.#left.keys()) this.#takeSoon(name);
  }

  close(): void {
    this.#watched?.close();
    this.#watched = undefined;
    this.#problem = '';
    this.#files.clear();
    this.#left.clear();
  }

  #watch(): void {
    if (this.#path === null) return;
    this.#watched = this.#ports.watchFolder(this.#path, {
      file: (file) => {
        this.#left.set(file.name, file);
        this.#takeSoon(file.name);
      },
      unreadable: (name, why) => this.#tell(name, { state: 'REFUSED', text: why }),
      gone: (name) => {
        this.#left.delete(name);
        if (this.#files.delete(name)) this.#ports.dropFolderChanged();
      },
      folder: (problem) => {
        if (problem === this.#problem) return;
        this.#problem = problem;
        this.#ports.dropFolderChanged();
      },
    });
  }

  #takeSoon(name: string): void {
    this.#turn = this.#turn.then(() => this.#take(name));
  }

  async #take(name: string): Promise<void> {
    const file = this.#left.get(name);
    if (!file) return;
    const imported = this.#imported.get(name);
    if (imported?.digest === file.digest) {
      this.#left.delete(name);
      return this.#tell(name, { state: 'IMPORTED', at: imported.at });
    }
    if (this.#ports.isLocked()) return this.#waits(name);
    const { ingest, rundownOf, knownError, prepared, clock } = this.#ports;
    try {
      await ingest.ingest({ name, bytes: file.bytes, into: rundownOf(name) });
    } catch (thrown) {
      if (this.#ports.isLocked()) this.#waits(name);
      else if (this.#left.get(name) === file) this.#tell(name, { state: 'REFUSED', text: knownError(thrown).message });
      return;
    }
    this.#imported.set(name, { digest: file.digest, at: clock.now() });
    prepared.save('dropped', Object.fromEntries(this.#imported));
    if (this.#left.get(name) !== file) return;
    this.#left.delete(name);
    this.#tell(name, { state: 'IMPORTED' });
  }

  #waits(name: string): void {
    this.#tell(name, { state: 'WAITING', text: 'It is imported when the show is unlocked.' });
  }

  #tell(name: string, file: Partial<DroppedFile> & Pick<DroppedFile, 'state'>): void {
    this.#files.set(name, { name, text: '', at: this.#ports.clock.now(), ...file });
    this.#ports.dropFolderChanged();
  }
}
