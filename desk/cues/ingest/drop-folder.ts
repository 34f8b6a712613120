import { texts } from '../../../contract/texts/texts.ts';
import { z } from 'zod';
import type {
  dropFolderCalls,
  DroppedFile,
  dropFolderMembers,
  IngestReport,
} from '../../../contract/desk-api/ingest.ts';
import type { Calls } from '../../../contract/link/link.ts';
import { keptRecord } from '../../screens/kept-record.ts';
import type { Ground } from '../../ground.ts';
import type { FolderFile } from '../../live-data/data-ports.ts';
import type { ShowLock } from '../../operate/show-lock.ts';
import type { Ingest } from './ingest.ts';

/** Remembers the last import of a file, so that no restart or undo repeats it. */
const ImportedFile = z.object({ digest: z.string(), at: z.number() });

/**
 * A watched folder of cue files, each imported on change into the rundown with its cues. Failed files are retried after
 * a change, an unlock or a new sub-composition.
 */
export class DropFolder {
  readonly #ground: Ground;
  readonly #lock: ShowLock;
  readonly #ingest: Ingest;
  #path: string | null;
  #problem = '';
  #watched: { close(): void } | undefined;
  readonly #files = new Map<string, DroppedFile>();
  readonly #left = new Map<string, FolderFile>();
  readonly #imported: Map<string, z.infer<typeof ImportedFile>>;
  #turn: Promise<void> = Promise.resolve();

  constructor(ground: Ground, lock: ShowLock, ingest: Ingest) {
    [this.#ground, this.#lock, this.#ingest] = [ground, lock, ingest];
    const { facts, settings, prepared } = ground;
    this.#path = settings.member('dropFolder', z.string()) ?? null;
    this.#imported = new Map(Object.entries(keptRecord(prepared, 'dropped', ImportedFile)));
    facts.locked.on(() => this.#retry());
    facts.models.on(() => this.#retry());
    this.#watch();
  }

  get view(): z.infer<(typeof dropFolderMembers)['dropFolder']> {
    return { path: this.#path, problem: this.#problem, files: [...this.#files.values()] };
  }

  get problems(): string[] {
    const refused = [...this.#files.values()].filter(({ state }) => state === 'REFUSED');
    const all = [...(this.#problem ? [this.#problem] : []), ...refused.map(({ text }) => text)];
    return all.map((text) => texts.ingest.dropFolder(text));
  }

  readonly calls: Calls<{ calls: typeof dropFolderCalls }> = {
    setDropFolder: ({ path }) => {
      this.close();
      this.#path = path;
      this.#ground.settings.save('dropFolder', path ?? undefined);
      this.#watch();
      this.#ground.screens.changed();
    },
  };

  #retry(): void {
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
    this.#watched = this.#ground.outside.watchFolder(this.#path, {
      file: (file) => {
        this.#left.set(file.name, file);
        this.#takeSoon(file.name);
      },
      unreadable: (name, why) => this.#tell(name, { state: 'REFUSED', text: why }),
      gone: (name) => {
        this.#left.delete(name);
        if (this.#files.delete(name)) this.#ground.screens.changed();
      },
      folder: (problem) => {
        if (problem === this.#problem) return;
        this.#problem = problem;
        this.#ground.screens.changed();
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
    if (this.#isLocked()) return this.#waits(name);
    const { faults, prepared, clock } = this.#ground;
    try {
      const into = this.#ingest.rundownWith(name);
      const { report } = await this.#ingest.ingest({ name, bytes: file.bytes, into });
      this.#tellEdits(name, report);
    } catch (thrown) {
      if (this.#isLocked()) this.#waits(name);
      else if (this.#left.get(name) === file) {
        this.#tell(name, { state: 'REFUSED', text: faults.in('cues')(thrown).message });
      }
      return;
    }
    this.#imported.set(name, { digest: file.digest, at: clock.now() });
    prepared.save('dropped', Object.fromEntries(this.#imported));
    if (this.#left.get(name) !== file) return;
    this.#left.delete(name);
    this.#tell(name, { state: 'IMPORTED' });
  }

  /** No screen shows the report of a file from the folder. */
  #tellEdits(name: string, { edited }: IngestReport): void {
    const { notices } = this.#ground;
    const id = `edits ${name}`;
    const cues = edited.map(({ cue, members }) => `${cue} (${members.join(', ')})`).join('; ');
    if (cues === '') notices.dismiss(id);
    else notices.keep({ id, text: texts.ingest.editsStay(name, cues) });
  }

  #isLocked(): boolean {
    return this.#lock.view.locked;
  }

  #waits(name: string): void {
    this.#tell(name, { state: 'WAITING', text: texts.ingest.whenUnlocked });
  }

  #tell(name: string, file: Partial<DroppedFile> & Pick<DroppedFile, 'state'>): void {
    this.#files.set(name, { name, text: '', at: this.#ground.clock.now(), ...file });
    this.#ground.screens.changed();
  }
}
