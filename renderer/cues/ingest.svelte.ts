import {
  type CheckedIngest,
  type IngestFile,
  mostIngested,
  mostIngestedBytes,
} from '../../contract/desk-api/ingest.ts';
import type { Alerts } from '../alerts/alerts.svelte.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { knownError } from '../state/known-error.ts';
import { uploadOf } from '../state/uploads.ts';
import type { CueList } from './cue-list.svelte.ts';
import { texts } from '../texts/texts.ts';

const words = texts.cues;

export class IngestSheet {
  readonly #desk: DeskClient;
  readonly #alerts: Alerts;
  readonly #list: CueList;
  given = $state.raw<IngestFile>();
  /** What the import would change; undefined until the desk has read the file once. */
  report = $state.raw<CheckedIngest>();
  #reported = $state.raw<IngestFile>();
  /** Why the desk cannot read the file; empty if it can. */
  problem = $state('');
  #importing = $state(false);
  /** The names chosen for the columns, by file; kept when the sheet closes without an import. */
  readonly #columns = new Map<string, IngestFile['columns']>();

  constructor(desk: DeskClient, alerts: Alerts, list: CueList) {
    this.#desk = desk;
    this.#alerts = alerts;
    this.#list = list;
  }

  get removedNext(): string | undefined {
    const next = this.#desk.positions[this.given?.into ?? '']?.next?.cue;
    const isRemoved = next !== undefined && this.report?.removes.includes(next);
    return isRemoved ? next : undefined;
  }

  /** The report on the present choices; undefined while the desk reads the file with them, or cannot. */
  get current(): CheckedIngest | undefined {
    return this.#reported === this.given ? this.report : undefined;
  }

  get mayImport(): boolean {
    return this.current?.problems.length === 0 && !this.#importing;
  }

  /**
   * Checks a file. `into`: a rundown; undefined for the rundown that has cues of the file already, whichever is shown,
   * else a new one.
   */
  async pick(file: File, into?: string): Promise<void> {
    if (file.size > mostIngestedBytes) return this.#alerts.raise(tooLarge(file));
    try {
      const { file: bytes, name } = await uploadOf(file);
      const asked = { name, file: bytes, into: into ?? null, columns: this.#columns.get(name) };
      await this.#check(asked, into !== undefined);
    } catch (thrown) {
      this.#alerts.raise(knownError(thrown).message);
    }
  }

  check(asked: IngestFile): Promise<void> {
    return this.#check(asked, true);
  }

  /** Gives a column of the file another name; its own name as the file has it, empty to leave it out. */
  async nameColumn(column: string, name: string): Promise<void> {
    if (!this.given || !this.report) return;
    // The report may be about the choices before.
    const { [column]: _, ...others } = this.given.columns ?? this.report.names;
    const columns = name === column ? others : { ...others, [column]: name };
    this.#columns.set(this.given.name, columns);
    await this.check({ ...this.given, columns });
  }

  async #check(asked: IngestFile, isChosen: boolean): Promise<void> {
    // The report of the same file stays, so that a choice in it keeps the focus.
    if (asked.file !== this.given?.file) this.report = undefined;
    [this.given, this.problem] = [asked, ''];
    try {
      const report = await this.#desk.call('checkIngest', asked);
      if (this.given !== asked) return;
      if (!isChosen && report.home !== null) return await this.#check({ ...asked, into: report.home }, true);
      [this.report, this.#reported] = [report, asked];
    } catch (thrown) {
      if (this.given === asked) this.problem = knownError(thrown).message;
    }
  }

  async run(): Promise<void> {
    if (!this.given || this.#importing) return;
    this.#importing = true;
    try {
      const { rundown } = await this.#desk.call('ingest', this.given);
      // From now on the desk knows them.
      this.#columns.delete(this.given.name);
      this.#list.show(rundown);
      this.close();
    } catch (thrown) {
      this.problem = knownError(thrown).message;
    }
    this.#importing = false;
  }

  close(): void {
    [this.given, this.report] = [undefined, undefined];
  }
}

function tooLarge({ name, size }: File): string {
  const inMiB = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
  return words.tooLarge(name, inMiB(size), words.largest(inMiB(mostIngestedBytes), mostIngested));
}
