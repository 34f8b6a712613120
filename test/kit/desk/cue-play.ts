import { texts } from '../../../contract/texts/texts.ts';
import type { AsRunLine } from '../../../contract/desk-api/as-run.ts';
import type { WrittenAction } from '../../../contract/actions/actions.ts';
import { Cue, type CueView, type WrittenCue } from '../../../contract/desk-api/cue.ts';
import { SourceEdit } from '../../../contract/desk-api/data-link.ts';
import type { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';
import type { UpdateItem } from '../../../contract/model/control.ts';
import { settled } from '../manual-clock.ts';
import { type Played, unlike } from '../play-against.ts';
import type { ScriptedService } from '../service/scripted-service.ts';
import { brokenCueRules, type CueLine, type CueRecord, type Judged, type StateChange } from './cue-rules.ts';
import { type World, world } from './world.ts';
import { apps, type Event, linked, type Plan, type StepPlan, subs } from './cue-steps.ts';
import { withoutRepeats } from './panic-rules.ts';

/** Milliseconds until what a source was given is what its rows have. */
const dataSettles = 600;

/** Plays events on a desk with cues of two apps, and notes each rule that was broken. */
export class CuePlay implements Played<Event> {
  readonly #stage: World;
  readonly #plan: Plan;
  #cues: string[] = [];
  readonly #broken: string[] = [];
  /** The cues that somebody made next. They may be disabled. */
  readonly #chosenNext = new Set<string>();
  readonly #numbers = new Map<string, number>();
  /** The numbers that each cue has had. */
  readonly #allNumbers = new Map<string, Set<number>>();
  readonly #record: Pick<CueRecord, 'presses' | 'ended' | 'undone' | 'stops' | 'holds' | 'stalls' | 'orders'>;
  /** When each line was written. */
  readonly #written = new Map<AsRunLine, number>();
  /** The states of each service. */
  readonly #changes: StateChange[][];
  /** Which service the second app is controlled at, from each moment on. */
  readonly #inUse = [{ from: -Infinity, service: 1 }];
  #source = '';
  readonly #pushed = [{ at: -Infinity, row: 'row 0' }];
  #followed = 0;
  /** For how long the machine stood still (ms). */
  #stalled = 0;
  #ahead = 0;

  private constructor(stage: World, plan: Plan) {
    this.#stage = stage;
    this.#plan = [...plan];
    this.#record = { presses: [], ended: [], undone: [], stops: [], holds: [], stalls: [], orders: [] };
    this.#changes = stage.services.map((service) => noteChanges(service, stage.clock.monotonic));
    const { lines, clock } = stage;
    const push = lines.push.bind(lines);
    lines.push = (...more) => {
      for (const line of more) this.#written.set(line, clock.monotonic());
      return push(...more);
    };
  }

  /** `paired`: the second app has a backup. */
  static async open([plan, paired]: [plan: Plan, paired: boolean]): Promise<CuePlay> {
    const stage = await world({ apps: paired ? [...apps, 'spare'] : apps });
    const play = new CuePlay(stage, plan);
    if (paired) {
      const [, app = '', backup = ''] = stage.keys;
      await stage.screen.call('setBackup', { app, backup, after: null });
    }
    await play.#linkData();
    const written = plan.map(({ steps, guarded }, number) => writtenCue(stage, { steps, guarded, number }));
    play.#cues = await stage.add(...written);
    await stage.clock.pass(dataSettles);
    play.#noteOrder();
    return play;
  }

  async #linkData(): Promise<void> {
    const { screen } = this.#stage;
    const source = SourceEdit.parse({ edit: 'addSource', source: { name: 'Squad', from: { kind: 'push' } } });
    this.#source = (await screen.call('editSources', source)) ?? '';
    const { app, id } = this.#sub(linked.sub);
    const fields = { [linked.field]: { path: 'name' } };
    const link = { subComposition: this.#stage.at(id, app), name: id, source: this.#source, fields };
    await screen.call('editSources', SourceEdit.parse({ edit: 'linkData', link }));
    this.#stage.data.push(this.#source, 'name\nrow 0');
  }

  async step(one: Event): Promise<void> {
    // No two things happen at the same time.
    await this.#stage.clock.pass(1);
    const [from, live] = [this.#stage.clock.monotonic(), apps.map((_, app) => this.#isLive(app))];
    await this.#play(one);
    await settled();
    // A desk that stood still for long takes a service for lost.
    for (const app of apps.keys()) if (live[app] && !this.#isLive(app)) this.#stops(app, from);
    this.#noteOrder();
  }

  /** Every rule that was broken, and what was brought about. */
  judge(): { broken: string[]; judged: Judged & { followed: number } } {
    const { broken, judged } = brokenCueRules(this.#recorded());
    return { broken: [...this.#broken, ...broken], judged: { ...judged, followed: this.#followed } };
  }

  // What happens.

  async #play(one: Event): Promise<void> {
    const { clock } = this.#stage;
    const service = 'app' in one ? this.#service(one.app) : undefined;
    switch (one.do) {
      case 'pass':
        return clock.pass(one.milliseconds);
      case 'stall': {
        const from = clock.monotonic();
        clock.jump(one.milliseconds);
        this.#stalled += one.milliseconds;
        this.#record.stalls.push({ from, to: clock.monotonic() });
        return clock.pass(0);
      }
      case 'clock':
        return clock.set((this.#ahead += one.ahead));
      case 'sleep':
        this.#ahead += 600_000;
        clock.sleep(600_000);
        return this.#stops();
      case 'slow':
        return void service?.updateFaults.push({ kind: 'none', there: one.there, back: one.back });
      case 'lag':
        return service?.disturb({ kind: 'slow', delay: one.milliseconds });
      case 'refuse':
        return void service?.updateFaults.push({ kind: 'status', status: 400, there: 1 });
      case 'cut':
        if (this.#isLive(one.app)) this.#stops(one.app);
        service?.disturb({ kind: 'cut' });
        return clock.pass(200);
      case 'away':
        Object.assign(service ?? {}, { away: one.is });
        return;
      case 'elsewhere': {
        const { app, id } = this.#sub(one.sub);
        return void this.#service(app)?.show.apply([{ subCompositionId: id, state: one.to }]);
      }
      case 'data': {
        const row = `row ${this.#pushed.length}`;
        this.#pushed.push({ at: clock.monotonic(), row });
        this.#stage.data.push(this.#source, `name\n${row}`);
        return;
      }
      default:
        return this.#operate(one);
    }
  }

  async #operate(
    one: Exclude<Event, { milliseconds: number } | { app: number; do: 'cut' | 'refuse' | 'away' | 'slow' }>,
  ) {
    const id = 'cue' in one ? (this.#cues[one.cue % this.#cues.length] ?? '') : '';
    const { keys, view, rundown, screen } = this.#stage;
    switch (one.do) {
      case 'take': {
        const { app, id: sub } = this.#sub(one.sub);
        return this.#try({ do: 'take', subComposition: this.#stage.at(sub, app), to: one.to });
      }
      case 'panicOne':
        this.#stops(one.app);
        Object.assign(this.#record.stops.at(-1)!, { isPanic: true });
        return this.#try({ do: 'panic', app: keys[one.app] ?? '' });
      case 'panic':
        this.#stops();
        return this.#try({ do: 'panic' });
      case 'move':
        return this.#move();
      case 'hold':
        return this.#hold();
      case 'go': {
        const { next } = view.positions[rundown] ?? {};
        return this.#start(next ? [next] : [], { do: 'go', ...(next && { next }) });
      }
      case 'fireMarked': {
        const { marked = [] } = view.positions[rundown] ?? {};
        return this.#start(
          marked.map((cue) => ({ cue, step: 0 })),
          { do: one.do },
        );
      }
      case 'fire':
        return this.#start([{ cue: id, step: 0 }], { do: 'fireCue', cue: id }, one.late);
      case 'end':
        this.#record.ended.push({ cue: id, at: this.#stage.clock.monotonic() });
        return this.#try({ do: 'endCue', cue: id });
      case 'mark':
        return this.#try({ do: 'markCue', cue: id, marked: true });
      case 'next':
        this.#chosenNext.add(id);
        return this.#try({ do: 'setNext', cue: id });
      case 'skip':
        return this.#try({ do: 'skip', by: one.by });
      case 'rewind':
        return this.#try({ do: 'rewind' });
      case 'undoTake':
        return this.#undoTake();
      case 'undo':
      case 'redo':
        return void (await this.#tryCall(() => screen.call('undoEdit', one.do === 'redo' ? { redo: true } : {})));
      case 'remove':
        return this.#edit({ edit: 'removeCues', cues: [id] });
      case 'insert':
        return this.#insert(id);
      case 'change':
        return this.#change(id, one.steps);
      case 'update':
        return this.#try({ do: 'updateCue', cue: id });
      case 'mode': {
        const { app, id: sub } = this.#sub(linked.sub);
        return this.#try({ do: 'dataMode', subComposition: this.#stage.at(sub, app), mode: one.mode });
      }
      case 'disable':
        return this.#edit({ edit: 'changeCues', cues: [id], change: { disabled: true } });
      case 'guard': {
        const guarded = !view.cues[id]?.guarded;
        return this.#edit({ edit: 'changeCues', cues: [id], change: { guarded } });
      }
    }
  }

  /** The service that an app is controlled at. */
  #service(app: number, at = this.#stage.clock.monotonic()): ScriptedService | undefined {
    return this.#stage.services[this.#serviceAt(app, at)];
  }

  #serviceAt(app: number, at: number): number {
    // What ended in the millisecond of the move came before it.
    return app === 0 ? 0 : (this.#inUse.findLast(({ from }) => from < at)?.service ?? 1);
  }

  #sub(at: number): (typeof subs)[number] {
    return subs[at] ?? subs[0]!;
  }

  /** A press that starts steps. */
  async #start(roots: CueRecord['presses'][number]['roots'], action: WrittenAction, late = 0): Promise<void> {
    const { clock } = this.#stage;
    const press = { at: 0, arrived: 0, roots, refused: false };
    this.#record.presses.push(press);
    const did = late > 0 ? this.#stage.late(late, action) : this.#stage.do(action);
    const refusal = await this.#tryCall(() => did);
    press.refused = refusal !== '';
    // Nothing of such a press is in the log.
    if (/so the second press was refused\.$|is guarded: press again/.test(refusal)) this.#record.presses.pop();
    press.arrived = clock.monotonic();
    press.at = press.arrived - late;
  }

  async #hold(): Promise<void> {
    const { clock, view, rundown } = this.#stage;
    const held = view.positions[rundown]?.hold ?? false;
    if (held) this.#record.holds.at(-1)!.to = clock.monotonic();
    else this.#record.holds.push({ from: clock.monotonic(), to: Infinity });
    await this.#try({ do: 'hold', hold: !held });
  }

  async #undoTake(): Promise<void> {
    const { clock, view } = this.#stage;
    const shown = Object.values(view.undoable).flatMap(({ take }) => take?.words ?? []);
    const refusal = await this.#tryCall(() => this.#stage.do({ do: 'undo', what: 'take' }));
    const [, number] = /\(Cue (\d+) by /.exec(shown.join()) ?? [];
    if (refusal === '' && number) this.#record.undone.push({ number: Number(number), at: clock.monotonic() });
  }

  /** The second app goes to its backup, or back. */
  async #move(): Promise<void> {
    const { clock, keys } = this.#stage;
    const app = keys[1] ?? '';
    const from = clock.monotonic();
    const over = this.#try({ do: this.#isOnBackup ? 'failBack' : 'failOver', app }).then(() => true);
    while (!(await Promise.race([over, settled().then(() => false)]))) await clock.pass(100);
    const service = this.#isOnBackup ? 2 : 1;
    if (this.#inUse.at(-1)?.service === service) return;
    this.#record.stops.push({ app: 1, from, at: clock.monotonic(), isMove: true });
    this.#inUse.push({ from, service });
  }

  get #isOnBackup(): boolean {
    const { view, keys } = this.#stage;
    return view.apps.find(({ key }) => key === keys[1])?.backup?.inUse === 'backup';
  }

  /** A cue like this one comes in front of it. */
  async #insert(before: string): Promise<void> {
    const like = this.#plan[this.#numbers.get(before) ?? 0]!;
    const cue = Cue.omit({ id: true }).parse(writtenCue(this.#stage, { ...like, number: this.#plan.length }));
    this.#plan.push(like);
    await this.#edit({ edit: 'addCues', group: this.#stage.group, before, cues: [cue] });
  }

  /** A cue gets other steps, and a number that tells them from those before. */
  async #change(cue: string, steps: StepPlan[]): Promise<void> {
    const guarded = this.#plan[this.#numbers.get(cue) ?? 0]?.guarded ?? false;
    const number = this.#plan.length;
    this.#plan.push({ steps, guarded });
    const written = Cue.omit({ id: true }).parse(writtenCue(this.#stage, { steps, guarded, number }));
    const change = { number: written.number, steps: written.steps };
    await this.#edit({ edit: 'changeCues', cues: [cue], change });
  }

  async #edit(edit: RundownEdit): Promise<void> {
    await this.#tryCall(() => this.#stage.screen.call('editRundown', edit));
  }

  async #try(action: WrittenAction): Promise<void> {
    await this.#tryCall(() => this.#stage.do(action));
  }

  /** Resolves with the sentence of a refusal, else with an empty text. */
  async #tryCall(call: () => Promise<unknown>): Promise<string> {
    try {
      await call();
      return '';
    } catch (refused) {
      if (!(refused instanceof Error) || refused.message.includes('log'))
        this.#broken.push(`A fault: ${String(refused)}`);
      else if (refused.message.startsWith('The next cue is'))
        this.#broken.push(`Screens show another next: ${refused.message}`);
      return refused instanceof Error ? refused.message : String(refused);
    }
  }

  #isLive(app: number): boolean {
    const { view, keys } = this.#stage;
    return view.apps.find(({ key }) => key === keys[app])?.connection.status === 'live';
  }

  /** Everything that would happen by itself stops, in an app or in all of them, now or since some time. */
  #stops(app?: number, from = this.#stage.clock.monotonic()): void {
    this.#record.stops.push({ app, from, at: this.#stage.clock.monotonic() });
  }

  // What is seen.

  #noteOrder(): void {
    const { view, rundown, clock } = this.#stage;
    for (const { id, number } of Object.values(view.cues)) {
      this.#numbers.set(id, Number(number));
      this.#allNumbers.set(id, (this.#allNumbers.get(id) ?? new Set()).add(Number(number)));
    }
    const groups = view.rundowns.find(({ id }) => id === rundown)?.groups ?? [];
    const cues = groups
      .flatMap((group) => group.cues)
      .map((id) => ({
        id,
        number: this.#numbers.get(id) ?? -1,
        isPlayable: !view.cues[id]?.disabled,
        isGuarded: view.cues[id]?.guarded === true,
      }));
    this.#record.orders.push({ from: clock.monotonic(), cues });
  }

  /** What is shown of cues fits what is shown of their sub-compositions, and what is next is there. */
  look(): string[] {
    const { view, rundown } = this.#stage;
    const broken = Object.entries(view.cueViews).flatMap(([id, { onAir }]) => {
      if (onAir !== 'yes' || this.#everTaken(id).some((address) => view.subs[address]?.state === 'In')) return [];
      return [`The cue ${view.cues[id]?.number ?? id} is shown on air, and nothing of it is.`];
    });
    const next = view.positions[rundown]?.next;
    if (next && view.cues[next.cue]?.disabled && !this.#chosenNext.has(next.cue)) {
      broken.push('What is next is disabled, and nobody chose it.');
    }
    if (next && !view.cues[next.cue]?.steps[next.step]) broken.push('What is next is not there.');
    return broken;
  }

  /** The addresses of what a cue takes, or took before it was changed. */
  #everTaken(cue: string): string[] {
    const steps = [...(this.#allNumbers.get(cue) ?? [])].flatMap((number) => this.#plan[number]?.steps ?? []);
    return steps.flatMap((step) => step.subs.map((at) => this.#stage.at(this.#sub(at).id, this.#sub(at).app)));
  }

  /** Everything comes to an end. */
  async rest(): Promise<void> {
    const { clock, services, view } = this.#stage;
    for (const service of services) {
      service.updateFaults.length = 0;
      service.away = false;
    }
    await clock.pass(1);
    if (view.positions[this.#stage.rundown]?.hold) await this.#hold();
    const isOver = ({ state, due }: CueView): boolean => state !== 'REQUESTED' && !due;
    // Longer than all steps of all cues take one after the other.
    for (let passed = 0; passed < 120 && (passed < 5 || !Object.values(view.cueViews).every(isOver)); passed += 5) {
      await clock.pass(5_000);
    }
    // What went out last is answered.
    await clock.pass(2_500);
    this.#broken.push(...this.look());
    await this.#lookAtData();
    for (const one of Object.values(view.cueViews)) {
      if (!isOver(one)) this.#broken.push(`A cue never ends: ${one.state}, ${JSON.stringify(one.due)}.`);
    }
    for (const { action, milliseconds } of withoutRepeats(this.#lines)) {
      if (milliseconds > 2_001 + this.#stalled) this.#broken.push(`${action} ended after ${milliseconds} ms.`);
    }
  }

  /** New data reaches what is on air if it is to, and nothing else ever does by itself. */
  async #lookAtData(): Promise<void> {
    const { clock, view } = this.#stage;
    const { app, id } = this.#sub(linked.sub);
    const address = this.#stage.at(id, app);
    await this.#try({ do: 'take', subComposition: address, to: 'In' });
    await clock.pass(2_500);
    const before = view.subs[address]?.values[linked.field];
    await this.#play({ do: 'data' });
    await clock.pass(5_000);
    const { values, state } = view.subs[address] ?? {};
    const follows = view.linkViews[address]?.mode === 'live' && state === 'In';
    const expected = follows ? this.#pushed.at(-1)?.row : before;
    this.#broken.push(...unlike('The data shows', values?.[linked.field], expected));
    if (follows) this.#followed += 1;
  }

  /** What went out by itself nobody pressed, so no undo takes it In again. */
  #checkUndo(all: readonly CueLine[]): void {
    const lines = this.#lines;
    for (const [at, { app, end, revision, ids }] of all.entries()) {
      const items = lines[at]?.kind === 'undo' ? (lines[at].items as UpdateItem[]) : [];
      const undone = ids.filter((id) => items.some((one) => one.subCompositionId === id && one.state === 'In'));
      const changes = this.#changes[this.#serviceAt(app, end)] ?? [];
      for (const id of undone) {
        const last = changes.findLast((one) => one.id === id && one.revision < (revision ?? 0));
        const wentOut = all.some((one) => isGoingOut(one) && one.app === app && one.revision === last?.revision);
        if (wentOut) this.#broken.push(`An undo took ${id} In, which went out by itself.`);
      }
    }
  }

  /** What sends values alone changes no state, whether it was pressed or the data did it. */
  #checkValues(): void {
    for (const line of this.#lines) {
      const isData = line.trigger.kind === 'data';
      if (!isData && !isUpdate(line)) continue;
      const items = line.items as UpdateItem[];
      if (items.some(({ state }) => state)) this.#broken.push(`${line.action} changed a state.`);
      const fields = items.flatMap(({ payload }) => Object.keys(payload ?? {}));
      if (isData && fields.join() !== linked.field) this.#broken.push(`The data changed ${fields.join()}.`);
    }
  }

  #recorded(): CueRecord {
    const { services } = this.#stage;
    const all = this.#lines.map((line) => this.#line(line));
    this.#checkUndo(all);
    this.#checkValues();
    return {
      ...this.#record,
      plan: this.#plan,
      takes: all,
      lines: all.filter(({ number }) => number >= 0),
      changes: (app, at) => this.#changes[this.#serviceAt(app, at)] ?? [],
      rows: (from, to) => {
        const before = this.#pushed.findLastIndex(({ at }) => at <= from - dataSettles);
        return this.#pushed.filter(({ at }, index) => index >= before && at <= to).map(({ row }) => row);
      },
      heard: (app, at, revision) => {
        const told = services[this.#serviceAt(app, at)]?.told ?? [];
        return told.find((one) => one.revision >= revision)?.at ?? Infinity;
      },
    };
  }

  /** Of requests. A step that was stopped while it waited for its delay has a line too, and asked nothing. */
  get #lines(): AsRunLine[] {
    return this.#stage.lines.filter(({ reason }) => reason !== texts.cues.stoppedBefore);
  }

  /** Lines that are none of what cues do have the number -1. */
  #line(line: AsRunLine): CueLine {
    const end = this.#written.get(line) ?? 0;
    const items = line.items as UpdateItem[];
    const words = items
      .flatMap(({ payload = {} }) => Object.values(payload))
      .find((value) => /^cue \d/.test(String(value)));
    const [, cue = '-1', step] = /^cue (\d+)\.(\d+)$/.exec(String(words)) ?? [];
    const [, gone = '-1'] = (line.trigger.kind === 'cue' && /^Cue (\d+) Out$/.exec(line.action)) || [];
    const isStep = line.kind === 'cue' && step !== undefined && !isUpdate(line);
    return {
      app: this.#stage.keys.indexOf(line.app?.key ?? ''),
      number: Number(isStep ? cue : gone),
      step: isStep ? Number(step) : undefined,
      start: end - line.milliseconds,
      end,
      result: line.result,
      revision: line.revision,
      ids: items.flatMap(({ subCompositionId, state }) => (state && subCompositionId) || []),
      row: items.find(({ payload }) => payload && linked.field in payload)?.payload?.[linked.field],
    };
  }
}

function isUpdate({ action }: AsRunLine): boolean {
  return action.startsWith('Update cue ');
}

function isGoingOut({ number, step }: CueLine): boolean {
  return number >= 0 && step === undefined;
}

function noteChanges({ show }: ScriptedService, monotonic: () => number): StateChange[] {
  const all: StateChange[] = [];
  show.listen((frame) => {
    if (frame.type !== 'change') return;
    const { revision, items } = show.applied.at(-1)!;
    const made = monotonic();
    // Whoever takes something again owns it, although nothing changes.
    const asked = items.flatMap(({ subCompositionId: id = '', state }) => (state ? [{ id, state }] : []));
    const changed = frame.changes.flatMap(({ id, state }) => (state ? [{ id, state }] : []));
    for (const { id, state } of [...asked, ...changed])
      all.push({ id, to: state === 'In' ? 'In' : 'Out', revision, made });
  });
  return all;
}

function writtenCue(
  stage: World,
  { steps, guarded, number }: { steps: StepPlan[]; guarded: boolean; number: number },
): Omit<WrittenCue, 'id'> {
  return {
    number: String(number),
    ...(guarded && { guarded }),
    steps: steps.map(({ subs: chosen, out, row, delay, duration, follow, after }, step) => ({
      delay,
      duration,
      follow: follow === 'go' || follow === 'start' ? { on: follow } : { on: follow, after },
      targets: chosen.map((at) => {
        const { app, id, field } = subs[at] ?? subs[0]!;
        const values = { [field]: `cue ${number}.${step}` };
        const state = out ? ('Out' as const) : ('In' as const);
        const of = row && at === linked.sub ? { row: { index: 0 } } : {};
        return { subComposition: stage.at(id, app), name: id, state, values, ...of };
      }),
    })),
  };
}
