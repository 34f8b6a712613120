import type { Cue } from '../../contract/desk-api/cue.ts';
import type { ShowFileGiven, ShowPart, ShowReport, ShowVersion } from '../../contract/desk-api/show-file.ts';
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
  #given = $state.raw<{ name: string; given: ShowFileGiven; report: ShowReport }>();
  #busy = $state(false);
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
  /** Whether the desk works on a file, which takes a while where it has media. */
  get isBusy(): boolean {
    return this.#busy;
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

  /** Opens with a file that the system handed to the desk, and shows what it has. */
  async openGiven(path: string): Promise<void> {
    this.open();
    await this.#try(async () => {
      await this.#ports.desk.call('takeGivenShow', { path });
      await this.#look(path, { path });
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

  /** Hands the show out as a file, with compositions and media where `pack` says so. */
  export(pack: boolean): Promise<void> {
    return this.#try(async () => {
      const delivery = await this.#ports.desk.call('exportShow', pack ? { pack } : {});
      if (delivery.how === 'download') openDownload(delivery.href);
    });
  }

  pick(picked: File): Promise<void> {
    return this.#try(async () => {
      const { file, name } = await uploadOf(picked);
      await this.#look(name, { file });
    });
  }

  /** Looks at a file of the machine of the desk, which may be larger than one that is sent there. */
  pickPath(path: string): Promise<void> {
    return this.#try(() => this.#look(path, { path }));
  }

  async #look(name: string, given: ShowFileGiven): Promise<void> {
    const report = await this.#ports.desk.call('readShow', { given });
    this.#given = { name, given, report };
  }

  import(parts: ShowPart[]): Promise<void> {
    return this.#try(async () => {
      if (!this.#given) return;
      const { left } = await this.#ports.desk.call('importShow', { given: this.#given.given, parts });
      this.#given = undefined;
      if (left.length > 0) this.#problem = `The file does not have these, so upload them: ${left.join(', ')}.`;
    });
  }

  /** Puts other sub-compositions in the place of missing ones, as one edit. */
  async repair(all: readonly { missing: Missing; to: ModelItem }[]): Promise<void> {
    const targets = all.map(({ missing, to }) => ({ from: missing.id, to: to.id, name: to.name, fields: {} }));
    if (targets.length > 0) await this.#ports.desk.editRundown('Repair', { edit: 'retarget', targets });
  }

  async #try(run: () => Promise<void>): Promise<void> {
    this.#problem = '';
    this.#busy = true;
    try {
      await run();
    } catch (thrown) {
      this.#problem = knownError(thrown).message;
    } finally {
      this.#busy = false;
    }
  }
}
