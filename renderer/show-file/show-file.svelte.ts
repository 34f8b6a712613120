import type { Cue } from '../../contract/desk-api/cue.ts';
import type { ShowPart, ShowReport, ShowVersion } from '../../contract/desk-api/show-file.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import { openDownload } from '../as-run/open-download.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { knownError } from '../state/known-error.ts';
import { uploadOf } from '../workshop/state/uploads.ts';

interface ShowFilePorts {
  desk: Desk;
}

/** A sub-composition that cues name and that no app instance has. */
export interface Missing {
  /** Its address. */
  id: string;
  name: string;
  cues: Cue[];
  /** What could take its place: the same id elsewhere, else the same name. */
  suggested: ModelItem | undefined;
}

/** The show as a file, as its dialog shows it: earlier versions, a file from elsewhere, and what cues miss. */
export class ShowFile {
  readonly #ports: ShowFilePorts;
  #open = $state(false);
  #versions = $state.raw<ShowVersion[]>([]);
  #given = $state.raw<{ name: string; file: string; report: ShowReport }>();
  #problem = $state('');

  constructor(ports: ShowFilePorts) {
    this.#ports = ports;
  }

  get isOpen(): boolean {
    return this.#open;
  }
  get versions(): readonly ShowVersion[] {
    return this.#versions;
  }
  /** The file from elsewhere that is looked at. */
  get given(): { name: string; report: ShowReport } | undefined {
    return this.#given;
  }
  /** What went wrong last; empty for nothing. */
  get problem(): string {
    return this.#problem;
  }

  /** What cues name and no app instance has. Of one that has not reported its show, nobody knows yet. */
  get missing(): Missing[] {
    const { desk } = this.#ports;
    const nodes = [...preOrder(desk.model)];
    const naming = new Map<string, { name: string; cues: Set<Cue> }>();
    for (const cue of desk.cues.all) {
      for (const { subComposition: id, name } of cue.steps.flatMap(({ targets }) => targets)) {
        const app = desk.appOf(id);
        if (desk.node(id) || (app && !app.trusted)) continue;
        const known = naming.get(id) ?? { name: name || id, cues: new Set() };
        naming.set(id, { ...known, cues: known.cues.add(cue) });
      }
    }
    return [...naming].map(([id, { name, cues }]) => {
      const same = nodes.find((node) => parseAddress(node.id).id === parseAddress(id).id);
      return { id, name, cues: [...cues], suggested: same ?? nodes.find((node) => node.name === name) };
    });
  }

  open(): void {
    this.#open = true;
    this.#given = undefined;
    void this.#try(async () => {
      this.#versions = await this.#ports.desk.call('listVersions', {});
    });
  }

  close(): void {
    this.#open = false;
  }

  restore(id: string): Promise<void> {
    return this.#try(async () => {
      await this.#ports.desk.call('restoreVersion', { id });
      this.close();
    });
  }

  export(): Promise<void> {
    return this.#try(async () => {
      const delivery = await this.#ports.desk.call('exportShow', {});
      if (delivery.how === 'download') openDownload(delivery.href);
    });
  }

  pick(picked: File): Promise<void> {
    return this.#try(async () => {
      const { file, name } = await uploadOf(picked);
      const report = await this.#ports.desk.call('readShow', { file });
      this.#given = { name, file, report };
    });
  }

  import(parts: ShowPart[]): Promise<void> {
    return this.#try(async () => {
      if (this.#given) await this.#ports.desk.call('importShow', { file: this.#given.file, parts });
      this.#given = undefined;
    });
  }

  /** Puts other sub-compositions in the place of missing ones, as one edit. */
  async repair(all: readonly { missing: Missing; to: ModelItem }[]): Promise<void> {
    const targets = all.map(({ missing, to }) => ({ from: missing.id, to: to.id, name: to.name, fields: {} }));
    if (targets.length > 0) await this.#ports.desk.editRundown('Repair', { edit: 'retarget', targets });
  }

  async #try(run: () => Promise<void>): Promise<void> {
    this.#problem = '';
    try {
      await run();
    } catch (thrown) {
      this.#problem = knownError(thrown).message;
    }
  }
}
