import type { z } from 'zod';
import type { AsRunLine } from '../../../contract/desk-api/as-run.ts';
import { Action, type WrittenAction } from '../../../contract/actions/actions.ts';
import { type ActionOutcome } from '../../../contract/desk-api/action-outcome.ts';
import { Cue, type CueView, idleCue, type WrittenCue } from '../../../contract/desk-api/cue.ts';
import {
  type DataLink,
  type LinkView,
  SourceEdit,
  type WrittenSourceEdit,
} from '../../../contract/desk-api/data-link.ts';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { DeskView } from '../../../contract/desk-api/desk-api.ts';
import type { DriverHandlers, LaunchDriver } from '../../../surfaces/driver-ports.ts';
import { ManualClock, settled } from '../manual-clock.ts';
import { connectServed, openServedDesk } from '../screens/served-desk.ts';
import { ScriptedService } from '../service/scripted-service.ts';
import { ServedShow } from '../service/served-show.ts';
import { flatShow, ids } from '../service/small-show.ts';
import { watchDesk } from './watching-screen.ts';

type ServedDesk = ReturnType<typeof openServedDesk>;

/** A cue as a test writes it. */
type GivenCue = Omit<WrittenCue, 'id'>;

export type GivenStep = GivenCue['steps'][number];

/** Rows of a source in every test that does not say more. */
export const squad = 'name,role,number\nAda,Captain,1\nBob,Keeper,2\nCleo,Striker,3';

/** What is other than usual in a world: one app on a service with a live channel, whose show is the small one. */
export interface WorldWishes extends Omit<Parameters<typeof openServedDesk>[1], 'clock' | 'lines'> {
  /** The names of the apps, each on a service of its own. */
  apps?: readonly string[];
  /** The apps are `news` and `spare`, by the keys `main` and `spare`, and the second is the backup of the first. */
  pair?: boolean;
  hasLive?: boolean;
  /** What each service shows. */
  composition?: Composition;
  /** Changes each service before the desk connects. */
  prepare?: (service: ScriptedService) => unknown;
  /** A desk that has ended: this one comes after it, with the same services. */
  after?: World;
  /** The keys of the apps, where the desk knows them already. */
  keys?: readonly string[];
}

/** What the lower third may follow. */
type GivenSource = Partial<z.input<(typeof SourceEdit.options)[0]>['source']>;

/** What hears the bytes of each message to the MIDI device. */
interface GivenMidi {
  sent?: (bytes: number[]) => void;
}

/** Opens a desk on scripted services, with a rundown and a screen that watches. `source`: with live data. `midi`: with a device. */
export function world(wishes: WorldWishes & { source: GivenSource }): Promise<DataWorld>;
export function world(wishes: WorldWishes & { midi: GivenMidi }): Promise<MidiWorld>;
export function world(wishes?: WorldWishes): Promise<World>;
export function world({
  source,
  midi,
  ...wishes
}: WorldWishes & { source?: GivenSource; midi?: GivenMidi } = {}): Promise<World> {
  if (source) return new DataWorld(wishes).withSource(source);
  return (midi ? new MidiWorld(wishes, midi) : new World(wishes)).open();
}

/** What a desk keeps of a pair. */
export const paired = {
  connections: [
    { kind: 'token', id: 'main', name: 'news', base: 'http://news', secret: null },
    { kind: 'token', id: 'spare', name: 'spare', base: 'http://spare', secret: null },
  ],
  backups: [
    {
      main: { kind: 'token', key: 'main', name: 'news' },
      backup: { kind: 'token', key: 'spare', name: 'spare' },
      after: null,
    },
  ],
};

/** A desk that controls small shows and has a rundown. */
export class World {
  readonly clock: ManualClock;
  readonly lines: AsRunLine[] = [];
  readonly services: readonly ScriptedService[];
  /** The keys of the apps. */
  readonly keys: string[];
  /** The id of the rundown, and that of its only group. */
  rundown = '';
  group = '';
  readonly desk: ServedDesk['desk'];
  readonly files: ServedDesk['files'];
  readonly data: ServedDesk['data'];
  readonly delivered: ServedDesk['delivered'];
  /** Lines of requests under way, as a killed desk would leave them. */
  readonly noted: ServedDesk['noted'];
  /** What the desk logged. */
  readonly records: ServedDesk['records'];
  readonly #link: ServedDesk['screen'];
  #watching!: Awaited<ReturnType<typeof watchDesk>>;

  constructor({ pair = false, after, composition = flatShow, prepare = () => undefined, ...wishes }: WorldWishes) {
    const { apps = pair ? ['news', 'spare'] : ['news'], keys = pair ? ['main', 'spare'] : [], ...kept } = wishes;
    const { hasLive = true, settings } = wishes;
    const clock = (this.clock = after?.clock ?? new ManualClock());
    const serve = (name: string): ScriptedService => {
      const served = new ServedShow(name, composition, { clock: clock.now, url: `http://${name}` });
      return Object.assign(new ScriptedService(served, clock), { hasLive });
    };
    this.services = after?.services ?? apps.map(serve);
    this.services.forEach(prepare);
    this.keys = [...keys];
    const all = { ...kept, clock, lines: this.lines, settings: { ...(pair && paired), ...settings } };
    const opened = openServedDesk(this.services, all);
    ({ desk: this.desk, files: this.files, data: this.data, screen: this.#link } = opened);
    ({ delivered: this.delivered, noted: this.noted, records: this.records } = opened);
  }

  /** The desk connects to its services. */
  async open(): Promise<this> {
    this.#watching = await watchDesk(this.desk);
    for (const [at, service] of this.services.entries()) {
      this.keys[at] = await connectServed(this.screen, service, this.keys[at]);
    }
    await this.clock.pass(1_000);
    [this.rundown = '', this.group = ''] = await this.screen.call('editRundown', { edit: 'addRundown', name: 'Show' });
    return this;
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

  /** A step that takes a sub-composition In: of the first app, unless `app` says another. */
  takes(id: string, { app = 0, ...more }: Partial<GivenStep> & { app?: number } = {}): GivenStep {
    return { targets: [{ subComposition: this.at(id, app), name: id, state: 'In' }], ...more };
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
    await this.#link.call('watch', {});
    await this.clock.pass(10);
    const at = this.clock.monotonic() - milliseconds;
    await this.#link.call('do', { action: Action.parse(action) }, at);
  }

  /** Keys that come together, so many milliseconds late each. Answers why each was refused; empty if it was not. */
  async lateKeys(key: string, ...ages: number[]): Promise<string[]> {
    await this.#link.call('watch', {});
    await this.clock.pass(10);
    const now = this.clock.monotonic();
    const all = ages.map((age) => this.#link.call('key', { key, repeat: false }, now - age));
    return Promise.all(
      all.map((one) =>
        one.then(
          () => '',
          (thrown: unknown) => (thrown as Error).message,
        ),
      ),
    );
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

  /** The notices that no operator has dismissed. */
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

/** A world with a MIDI driver that the test speaks for. */
class MidiWorld extends World {
  readonly says: DriverHandlers['says'];

  constructor(wishes: WorldWishes, { sent = () => undefined }: GivenMidi) {
    let says: DriverHandlers['says'] = () => undefined;
    const midi: LaunchDriver = (on) => {
      ({ says } = on);
      return {
        do: (message) => void (message.do === 'send' && sent(message.bytes)),
        stop: () => on.ended('It was asked to.'),
      };
    };
    super({ ...wishes, drivers: { midi } });
    this.says = (message) => says(message);
  }
}

/** A world with a source to which the test pushes, and links to the lower third of its show. */
export class DataWorld extends World {
  /** The id of its source. */
  source = '';

  async withSource(source: GivenSource): Promise<this> {
    await this.open();
    const edit = { edit: 'addSource', source: { name: 'Squad', from: { kind: 'push' }, ...source } } as const;
    this.source = (await this.edit(edit)) ?? '';
    return this;
  }

  edit(edit: WrittenSourceEdit): Promise<string | null> {
    return this.screen.call('editSources', SourceEdit.parse(edit));
  }

  /** Links the lower third, or what the link says. */
  async link(link: Partial<z.input<typeof DataLink>> = {}): Promise<void> {
    const subComposition = this.at(ids.lowerThird);
    const fields = { line1: { path: 'name' } };
    await this.edit({
      edit: 'linkData',
      link: { subComposition, name: 'Lower Third', source: this.source, fields, ...link },
    });
    await this.clock.pass(50);
  }

  /** Another program pushes a text, and everything that follows at once has happened. */
  async push(text: string, milliseconds = 600): Promise<void> {
    this.data.push(this.source, text);
    await this.clock.pass(milliseconds);
  }

  /** The link of the lower third. */
  get shown(): LinkView | undefined {
    return this.view.linkViews[this.at(ids.lowerThird)];
  }

  /** What the lower third would say: edits that are not sent. */
  get staged(): unknown {
    return this.view.subs[this.at(ids.lowerThird)]?.staged;
  }

  /** What is on air of a field of the lower third. */
  air(field = 'line1'): unknown {
    return this.view.subs[this.at(ids.lowerThird)]?.values[field];
  }

  /** Takes the lower third, and lets the service confirm it. */
  async take(to: 'In' | 'Out1'): Promise<void> {
    await this.do({ do: 'take', subComposition: this.at(ids.lowerThird), to });
    await this.clock.pass(100);
  }

  /** Presses for the data of the lower third. */
  async nextRow(by = 1): Promise<void> {
    await this.do({ do: 'nextRow', subComposition: this.at(ids.lowerThird), by });
    await this.clock.pass(100);
  }

  async mode(mode: DataLink['mode']): Promise<void> {
    await this.do({ do: 'dataMode', subComposition: this.at(ids.lowerThird), mode });
    await this.clock.pass(100);
  }
}
