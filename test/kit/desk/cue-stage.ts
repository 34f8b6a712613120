import type { AsRunLine } from '../../../contract/desk-api/as-run.ts';
import { Action, type WrittenAction } from '../../../contract/actions/actions.ts';
import { type ActionOutcome } from '../../../contract/desk-api/action-outcome.ts';
import { Cue, type CueView, idleCue, type WrittenCue } from '../../../contract/desk-api/cue.ts';
import type { DeskView } from '../../../contract/desk-api/desk-api.ts';
import type { DriverPorts } from '../../../surfaces/driver-ports.ts';
import type { WatchFolder } from '../../../desk/live-data/data-ports.ts';
import { ManualClock, settled } from '../manual-clock.ts';
import { connectServed, openServedDesk } from '../screens/served-desk.ts';
import { ScriptedService } from '../service/scripted-service.ts';
import { ServedShow } from '../service/served-show.ts';
import { smallShow } from '../service/small-show.ts';
import { watchDesk } from './watching-screen.ts';

/** A cue as a test writes it. */
export type GivenCue = Omit<WrittenCue, 'id'>;

/** A desk that controls small shows and has a rundown. */
export class CueStage {
  readonly clock = new ManualClock();
  readonly lines: AsRunLine[] = [];
  readonly services: readonly ScriptedService[];
  /** The keys of the apps. */
  keys: string[] = [];
  /** The id of the rundown, and that of its only group. */
  rundown = '';
  group = '';
  #watching!: Awaited<ReturnType<typeof watchDesk>>;
  #opened!: ReturnType<typeof openServedDesk>;

  private constructor(names: readonly string[]) {
    this.services = names.map(
      (name) =>
        new ScriptedService(
          new ServedShow(name, smallShow, { clock: this.clock.now, url: `http://${name}` }),
          this.clock,
        ),
    );
  }

  /** `prepare` changes each service before the desk connects; `preparation` is the file of the desk before. */
  static async open(
    names: readonly string[] = ['news'],
    {
      prepare,
      ...kept
    }: {
      prepare?: (service: ScriptedService) => void;
      preparation?: Record<string, unknown>;
      isNew?: boolean;
      show?: Record<string, unknown>;
      writeDemo?: (name: string, text: string) => string;
      watchFolder?: WatchFolder;
      drivers?: DriverPorts;
      settings?: Record<string, unknown>;
    } = {},
  ): Promise<CueStage> {
    const stage = new CueStage(names);
    if (prepare) stage.services.forEach(prepare);
    stage.#opened = openServedDesk(stage.services, { clock: stage.clock, lines: stage.lines, ...kept });
    stage.#watching = await watchDesk(stage.#opened.desk);
    for (const service of stage.services) stage.keys.push(await connectServed(stage.screen, service));
    await stage.clock.pass(1_000);
    const [rundown = '', group = ''] = await stage.screen.call('editRundown', { edit: 'addRundown', name: 'Show' });
    Object.assign(stage, { rundown, group });
    return stage;
  }

  get screen() {
    return this.#watching.screen;
  }

  get view(): DeskView {
    return this.#watching.view;
  }

  /** Its screen goes away. */
  leave(): void {
    this.#watching.leave();
  }

  /** What the desk handed out. */
  get delivered() {
    return this.#opened.delivered;
  }

  get files() {
    return this.#opened.files;
  }

  get data() {
    return this.#opened.data;
  }

  get desk() {
    return this.#opened.desk;
  }

  /** The service of the first app. */
  get service(): ScriptedService {
    const [service] = this.services;
    if (!service) throw new Error('The stage has no service.');
    return service;
  }

  /** The address of a sub-composition of an app: the first one by default. */
  at(id: string, app = 0): string {
    return `${this.keys[app] ?? ''}/${id}`;
  }

  /** Adds cues at the end of the rundown. Returns their ids. */
  add(...cues: GivenCue[]): Promise<string[]> {
    const written = cues.map((cue) => Cue.omit({ id: true }).parse(cue));
    return this.screen.call('editRundown', { edit: 'addCues', group: this.group, before: null, cues: written });
  }

  /** Adds cues of which none is next: the rundown stands at its end. */
  async addAside(...cues: GivenCue[]): Promise<string[]> {
    const added = await this.add(...cues);
    await this.do({ do: 'skip', by: 1_000 });
    return added;
  }

  async do(action: WrittenAction): Promise<void> {
    await this.screen.call('do', { action });
  }

  /** A press that comes so many milliseconds late. */
  async late(milliseconds: number, action: WrittenAction): Promise<void> {
    // The desk learns the clock of a screen from its calls.
    await this.#opened.screen.call('watch', {});
    await this.clock.pass(10);
    const at = this.clock.monotonic() - milliseconds;
    await this.#opened.screen.call('do', { action: Action.parse(action) }, at);
  }

  /** Presses, and notes how it ends. */
  async waitFor(action: WrittenAction): Promise<(ActionOutcome | null)[]> {
    const ends: (ActionOutcome | null)[] = [];
    void this.screen.call('do', { action, wait: true }).then((end) => ends.push(end));
    await settled();
    return ends;
  }

  cue(id: string): CueView {
    return this.view.cueViews[id] ?? idleCue;
  }

  /** The states of cues, in words. */
  states(ids: readonly string[]): string {
    return ids.map((id) => this.cue(id).state).join(', ');
  }

  get next(): string | undefined {
    return this.view.positions[this.rundown]?.next?.cue;
  }

  /** What services were sent, without headers. */
  sent(app = 0): unknown[] {
    return this.services[app]?.sent.map(({ items }) => items) ?? [];
  }

  tally(id: string, app = 0): string {
    return this.view.subs[this.at(id, app)]?.tally ?? 'not shown';
  }

  /** What the operator is told until it is dismissed. */
  get told(): string[] {
    return this.view.notices.filter(({ stays }) => stays).map(({ text }) => text);
  }

  /** The lines of cues in the as-run log. */
  get cueLines(): { action: string; trigger: string; result: string }[] {
    return this.lines.flatMap(({ kind, action, trigger, result }) =>
      kind === 'cue' ? [{ action, trigger: `${trigger.kind} ${trigger.detail}`.trim(), result }] : [],
    );
  }
}
