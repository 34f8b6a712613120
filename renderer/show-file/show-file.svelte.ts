import {
  type ExportedShow,
  type ShowFileGiven,
  ShowPart,
  type ShowReport,
  type ShowVersion,
  type SourceFile,
} from '../../contract/desk-api/show-file.ts';
import { namesIn } from '../../contract/desk-api/show-missing.ts';
import { openDownload } from '../as-run/open-download.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { localMoment } from '../state/local-time.ts';
import { knownError } from '../state/known-error.ts';
import { type RepairChoice, missingIn, type MissingParts, together } from './missing.ts';
import type { Arrangement } from '../state/arrangement.svelte.ts';
import { uploadOf } from '../state/uploads.ts';
import { texts } from '../texts/texts.ts';

const words = texts.showFile;

interface LookedFile {
  name: string;
  report: ShowReport;
  /** What the parts of a pack replace without its compositions. */
  replacesAlone: ShowReport['replaces'];
}

export class ShowFileSheet {
  readonly #desk: DeskClient;
  readonly #arrangement: Arrangement;
  isOpen = $state(false);
  versions = $state.raw<readonly ShowVersion[]>([]);
  #given = $state.raw<LookedFile & { given: ShowFileGiven }>();
  isBusy = $state(false);
  problem = $state('');
  made = $state.raw<ExportedShow>();
  came = $state.raw<readonly SourceFile[]>([]);
  /** What the last import added, in a sentence. */
  added = $state('');

  constructor(desk: DeskClient, arrangement: Arrangement) {
    this.#desk = desk;
    this.#arrangement = arrangement;
  }

  get given(): (LookedFile & { isVersion: boolean }) | undefined {
    return this.#given && { ...this.#given, isVersion: 'version' in this.#given.given };
  }

  get missing(): MissingParts {
    const desk = this.#desk;
    const looks = desk.looks.map(({ name, ids }) => ({ name, items: ids.map((id) => ({ id })) }));
    const { dataLinks, keys, mappedControls: controls } = desk;
    return missingIn(namesIn({ cues: desk.cues.all, looks, dataLinks, keys, controls }), desk);
  }

  open(): void {
    this.isOpen = true;
    [this.#given, this.made, this.came, this.added] = [undefined, undefined, [], ''];
    // The buttons stay enabled: a press right after the dialog opened counts.
    void this.#attempt(() => this.#readVersions());
  }

  async #readVersions(): Promise<void> {
    this.versions = await this.#desk.call('listVersions', {});
  }

  /** Opens with a file that the system handed to the desk, and shows its contents. */
  async openGiven(path: string): Promise<void> {
    this.open();
    await this.#try(async () => {
      await this.#desk.call('takeGivenShow', { path });
      await this.#look(path, { path });
    });
  }

  close(): void {
    this.isOpen = false;
  }

  pickVersion({ id, at }: ShowVersion): Promise<void> {
    return this.#try(() => this.#look(words.versionOf(localMoment(new Date(at).toISOString())), { version: id }));
  }

  restore(parts: ShowPart[]): Promise<void> {
    return this.#try(async () => {
      if (!this.#given || !('version' in this.#given.given)) return;
      const chosen = parts.filter((part) => part !== 'compositions');
      await this.#desk.call('restoreVersion', { id: this.#given.given.version, parts: chosen });
      if (parts.includes('layout')) await this.#arrangement.readAnew();
      this.close();
    });
  }

  /** `pack`: with compositions and media. */
  export(pack: boolean): Promise<void> {
    return this.#try(async () => {
      this.made = undefined;
      this.made = await this.#desk.call('exportShow', pack ? { pack } : {});
      if (this.made.delivery.how === 'download') openDownload(this.made.delivery.href);
    });
  }

  pick(picked: File): Promise<void> {
    return this.#try(async () => {
      const { file, name } = await uploadOf(picked);
      await this.#look(name, { file });
    });
  }

  /** Reads a file on the desk's machine, which may be larger than an upload. */
  pickPath(path: string): Promise<void> {
    return this.#try(() => this.#look(path, { path }));
  }

  async #look(name: string, given: ShowFileGiven): Promise<void> {
    const report = await this.#desk.call('readShow', { given });
    const parts = ShowPart.options.filter((part) => part !== 'compositions');
    const isPacked = report.counts.compositions > 0;
    const replacesAlone = isPacked ? await this.#desk.call('readReplaced', { given, parts }) : report.replaces;
    [this.made, this.came, this.added] = [undefined, [], ''];
    this.#given = { name, given, report, replacesAlone };
  }

  import(parts: ShowPart[]): Promise<void> {
    return this.#try(async () => {
      if (!this.#given) return;
      const { name, report } = this.#given;
      const { left, lacking, files } = await this.#desk.call('importShow', { given: this.#given.given, parts });
      [this.#given, this.came] = [undefined, files];
      const counted = parts.filter((part) => !lacking.includes(part));
      this.added = words.added(name, counted.map((part) => `${words.parts[part]} (${report.counts[part]})`).join(', '));
      if (parts.includes('layout')) await this.#arrangement.readAnew();
      const none = lacking.map((part) => words.parts[part]).join(', ');
      const sentences = [none && words.hasNone(none), left.length > 0 && words.uploadThese(left.join(', '))];
      this.problem = sentences.filter(Boolean).join(' ');
      await this.#readVersions();
    });
  }

  repair(all: readonly RepairChoice[]): Promise<void> {
    return this.#try(async () => {
      if (all.length > 0) await this.#desk.call('repairShow', together(all.map(({ repair }) => repair)));
    });
  }

  async #try(run: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    await this.#attempt(run);
    this.isBusy = false;
  }

  async #attempt(run: () => Promise<void>): Promise<void> {
    this.problem = '';
    try {
      await run();
    } catch (thrown) {
      this.problem = knownError(thrown).message;
    }
  }
}
