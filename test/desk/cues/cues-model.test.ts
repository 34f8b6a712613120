import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WrittenAction } from '../../../contract/desk-api/action.ts';
import type { CueView, WrittenCue } from '../../../contract/desk-api/cue.ts';
import type { RundownEdit } from '../../../contract/desk-api/rundown-edit.ts';
import type { UpdateItem } from '../../../contract/model/control.ts';
import { CueStage } from '../../kit/desk/cue-stage.ts';
import { settled } from '../../kit/manual-clock.ts';
import { runs } from '../../kit/runs.ts';
import { ids } from '../../kit/service/small-show.ts';

const sequences = runs(10_000);

const apps = ['news', 'arena'];
/** The sub-compositions that cues take in each app, with a field that tells which cue took it. */
const subs = apps.flatMap((_, app) => [
  { app, id: ids.title, field: 'picture' },
  { app, id: ids.lowerThird, field: 'line1' },
  { app, id: ids.home, field: 'team' },
  { app, id: ids.away, field: 'team' },
]);
const times = [0, 1, 100, 700, 2_500] as const;

interface StepPlan {
  subs: number[];
  out: boolean;
  delay: number;
  duration: number | null;
  follow: 'go' | 'start' | 'time' | 'confirmed';
  after: number;
}
type Plan = { steps: StepPlan[]; guarded: boolean }[];

const time = fc.constantFrom(...times);
const step: fc.Arbitrary<StepPlan> = fc.record({
  // A step without targets is a pause.
  subs: fc.uniqueArray(fc.nat(subs.length - 1), { maxLength: 3 }),
  out: fc.boolean(),
  delay: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, time),
  duration: fc.oneof(fc.constant(null), time),
  follow: fc.constantFrom('go' as const, 'go' as const, 'start' as const, 'time' as const, 'confirmed' as const),
  after: time,
});
const plan: fc.Arbitrary<Plan> = fc.array(
  fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 2 }),
    guarded: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  }),
  { minLength: 2, maxLength: 5 },
);

type Event =
  | { do: 'go' | 'rewind' | 'hold' | 'fireMarked' | 'panic' | 'sleep' | 'undo' | 'redo' }
  | { do: 'fire' | 'end' | 'mark' | 'next' | 'remove' | 'copy' | 'disable'; cue: number }
  | { do: 'skip'; by: number }
  | { do: 'take' | 'elsewhere'; sub: number; to: 'In' | 'Out' }
  | { do: 'pass'; milliseconds: number }
  | { do: 'slow'; app: number; there: number; back: number }
  | { do: 'cut' | 'refuse' | 'panicOne'; app: number };

const cue = fc.nat(4);
const app = fc.nat(apps.length - 1);
const weighed = <Kind extends Event['do'], Rest>(
  weight: number,
  kinds: Kind[],
  rest: { [Name in keyof Rest]: fc.Arbitrary<Rest[Name]> },
) => ({ weight, arbitrary: fc.record({ do: fc.constantFrom(...kinds), ...rest }) });
const event = fc.oneof(
  weighed(8, ['go'], {}),
  weighed(6, ['fire'], { cue }),
  weighed(9, ['pass'], { milliseconds: fc.constantFrom(1, 99, 260, 1_000, 2_600, 6_000) }),
  weighed(2, ['end', 'mark', 'next'], { cue }),
  weighed(1, ['rewind', 'fireMarked', 'panic', 'sleep', 'undo', 'redo'], {}),
  weighed(2, ['hold'], {}),
  weighed(1, ['skip'], { by: fc.constantFrom(-1, 1) }),
  weighed(3, ['take', 'elsewhere'], {
    sub: fc.nat(subs.length - 1),
    to: fc.constantFrom('In' as const, 'Out' as const),
  }),
  weighed(2, ['slow'], { app, there: time, back: time }),
  weighed(4, ['cut', 'panicOne'], { app }),
  weighed(1, ['refuse'], { app }),
  weighed(1, ['remove', 'copy', 'disable'], { cue }),
) as fc.Arbitrary<Event>;

/** What all sequences together brought about by themselves: rules that nothing tries prove nothing. */
const seen = { follows: 0, outs: 0, apart: 0 };

/** What goes out by itself in one app after the other was lost. */
const goesOnAlone: [Plan, Event[]] = [
  [0, 4].map((at) => ({
    guarded: false,
    steps: [{ subs: [at], out: false, delay: 0, duration: 2_500, follow: 'go', after: 0 }],
  })),
  [
    { do: 'fire', cue: 0 },
    { do: 'fire', cue: 1 },
    { do: 'pass', milliseconds: 1_000 },
    { do: 'cut', app: 1 },
    { do: 'pass', milliseconds: 6_000 },
  ],
];

describe('cues', () => {
  it(`do by themselves only what is due, and take out only what is theirs (${sequences} sequences)`, async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.array(event, { maxLength: 25, size: 'max' }), async (cues, events) => {
        expect(await (await CuePlay.open(cues)).run(events)).toEqual([]);
      }),
      { numRuns: sequences, examples: [goesOnAlone] },
    );
    expect(Math.min(seen.follows, seen.outs)).toBeGreaterThan(sequences / 10);
    expect(seen.apart, 'what went on in one app after a loss of the other').toBeGreaterThan(sequences / 400);
  });
});

/** Why nothing may happen by itself: a press ends the one, and going on the other. */
type Silence = 'stop' | 'hold';

/** Plays events on a desk with cues, and notes each rule that was broken. */
class CuePlay {
  readonly #stage: CueStage;
  #cues: string[] = [];
  readonly #broken: string[] = [];
  /** The cues that somebody made next. They may be disabled. */
  readonly #chosenNext = new Set<string>();
  /** When somebody pressed something of cues (ms since the epoch). */
  readonly #presses = new Set<number>();
  /** From when to when nothing may happen by itself: until the next press, or until the rundown goes on. */
  readonly #quiet: { by: Silence; app: number | undefined; from: number; to: number }[] = [];
  /** When each revision of each app was made, ms since the epoch. */
  readonly #made = apps.map(() => new Map<number, number>());
  /** The apps in which each step of each cue takes something, by the numbers of the cues. */
  readonly #reach: number[][][];

  private constructor(stage: CueStage, plan: Plan) {
    this.#stage = stage;
    this.#reach = plan.map(({ steps }) => steps.map((one) => one.subs.map((at) => subs[at]?.app ?? 0)));
    stage.services.forEach(({ show }, app) => {
      show.listen((frame) => 'revision' in frame && this.#made[app]?.set(frame.revision, stage.clock.now()));
    });
  }

  static async open(plan: Plan): Promise<CuePlay> {
    const stage = await CueStage.open(apps);
    const play = new CuePlay(stage, plan);
    play.#cues = await stage.add(
      ...plan.map(({ steps, guarded }, number) => written(stage, { steps, guarded, number })),
    );
    return play;
  }

  async run(events: readonly Event[]): Promise<string[]> {
    for (const one of events) {
      await this.#play(one);
      await settled();
      this.#look();
    }
    await this.#rest();
    for (const { trigger, action } of this.#stage.cueLines) {
      if (!trigger.startsWith('cue ')) continue;
      if (action.endsWith(' Out')) seen.outs += 1;
      else seen.follows += 1;
    }
    return this.#broken;
  }

  async #play(one: Event): Promise<void> {
    const { clock, services, keys } = this.#stage;
    const service = 'app' in one ? services[one.app] : undefined;
    switch (one.do) {
      case 'pass':
        return clock.pass(one.milliseconds);
      case 'sleep':
        clock.sleep(600_000);
        return this.#silence('stop');
      case 'cut':
        service?.disturb({ kind: 'cut' });
        this.#silence('stop', one.app);
        return clock.pass(200);
      case 'slow':
        return void service?.updateFaults.push({ kind: 'none', there: one.there, back: one.back });
      case 'refuse':
        return void service?.updateFaults.push({ kind: 'status', status: 400, there: 1 });
      case 'elsewhere': {
        const { app, id } = this.#sub(one.sub);
        return void services[app]?.show.apply([{ subCompositionId: id, state: one.to }]);
      }
      case 'take': {
        const { app, id } = this.#sub(one.sub);
        return this.#try({ do: 'take', subComposition: this.#stage.at(id, app), to: one.to });
      }
      case 'panicOne':
        this.#silence('stop', one.app);
        return this.#try({ do: 'panic', app: keys[one.app] ?? '' });
      case 'panic':
        this.#silence('stop');
        return this.#try({ do: 'panic' });
      case 'hold': {
        const held = this.#stage.view.positions[this.#stage.rundown]?.hold ?? false;
        if (held) this.#endSilence('hold');
        else this.#silence('hold');
        return this.#try({ do: 'hold', hold: !held });
      }
      default:
        return this.#operate(one);
    }
  }

  #sub(at: number): (typeof subs)[number] {
    return subs[at] ?? subs[0]!;
  }

  #operate(one: Exclude<Event, { app: number } | { sub: number } | { do: 'pass' | 'sleep' | 'panic' | 'hold' }>) {
    const id = 'cue' in one ? (this.#cues[one.cue % this.#cues.length] ?? '') : '';
    switch (one.do) {
      case 'go': {
        this.#press();
        const { next } = this.#stage.view.positions[this.#stage.rundown] ?? {};
        return this.#try({ do: 'go', ...(next && { next }) });
      }
      case 'fireMarked':
        this.#press();
        return this.#try({ do: one.do });
      case 'fire':
      case 'end':
        this.#press();
        return this.#try({ do: one.do === 'fire' ? 'fireCue' : 'endCue', cue: id });
      case 'mark':
        return this.#try({ do: 'markCue', cue: id, marked: true });
      case 'next':
        this.#chosenNext.add(id);
        return this.#try({ do: 'setNext', cue: id });
      case 'skip':
        return this.#try({ do: 'skip', by: one.by });
      case 'rewind':
        return this.#try({ do: 'rewind' });
      case 'undo':
      case 'redo':
        return this.#tryCall(() => this.#stage.screen.call('undoEdit', one.do === 'redo' ? { redo: true } : {}));
      case 'remove':
        return this.#edit({ edit: 'removeCues', cues: [id] });
      case 'copy':
        return this.#edit({ edit: 'duplicateCues', cues: [id] });
      case 'disable':
        return this.#edit({ edit: 'changeCues', cues: [id], change: { disabled: true } });
    }
  }

  #edit(edit: RundownEdit): Promise<void> {
    return this.#tryCall(() => this.#stage.screen.call('editRundown', edit));
  }

  #try(action: WrittenAction): Promise<void> {
    return this.#tryCall(() => this.#stage.do(action));
  }

  async #tryCall(call: () => Promise<unknown>): Promise<void> {
    await call().catch((refused: unknown) => {
      if (!(refused instanceof Error) || refused.message.includes('log'))
        this.#broken.push(`A fault: ${String(refused)}`);
      else if (refused.message.startsWith('The next cue is'))
        this.#broken.push(`Screens show another next: ${refused.message}`);
    });
  }

  /** Somebody presses: from now on something may happen by itself again, unless the rundown is on hold. */
  #press(): void {
    this.#presses.add(this.#stage.clock.now());
    this.#endSilence('stop');
  }

  /** Nothing may happen by itself in an app, and nothing that the same press started; in any of them without one. */
  #silence(by: Silence, app?: number): void {
    this.#quiet.push({ by, app, from: this.#stage.clock.now(), to: Infinity });
  }

  #endSilence(by: Silence): void {
    for (const one of this.#quiet) if (one.by === by && one.to === Infinity) one.to = this.#stage.clock.now();
  }

  /** What is shown of cues fits what is shown of their sub-compositions, and what is next is there. */
  #look(): void {
    const { view, rundown } = this.#stage;
    for (const [id, { onAir }] of Object.entries(view.cueViews)) {
      const targets = view.cues[id]?.steps.flatMap((one) => one.targets) ?? [];
      if (onAir !== 'yes' || targets.some(({ subComposition }) => view.subs[subComposition]?.state === 'In')) continue;
      this.#broken.push(`The cue ${view.cues[id]?.number ?? id} is shown on air, and nothing of it is.`);
    }
    const next = view.positions[rundown]?.next;
    if (next && view.cues[next.cue]?.disabled && !this.#chosenNext.has(next.cue)) {
      this.#broken.push('What is next is disabled, and nobody chose it.');
    }
    if (next && !view.cues[next.cue]?.steps[next.step]) this.#broken.push('What is next is not there.');
  }

  /** Everything comes to an end, and nothing of it broke a rule. */
  async #rest(): Promise<void> {
    const { clock, services, keys, view, lines } = this.#stage;
    for (const { updateFaults } of services) updateFaults.length = 0;
    if (this.#stage.view.positions[this.#stage.rundown]?.hold) await this.#play({ do: 'hold' });
    const isOver = ({ state, due }: CueView): boolean => state !== 'REQUESTED' && !due;
    // Longer than all steps of all cues take one after the other.
    for (let passed = 0; passed < 120 && (passed < 5 || !Object.values(view.cueViews).every(isOver)); passed += 5) {
      await clock.pass(5_000);
    }
    this.#look();
    for (const one of Object.values(view.cueViews)) {
      if (!isOver(one)) this.#broken.push(`A cue never ends: ${one.state}, ${JSON.stringify(one.due)}.`);
    }
    for (const { kind, action, app: where, at: pressed, milliseconds, trigger, items, revision } of lines) {
      if (kind !== 'cue') continue;
      const at = Date.parse(pressed);
      const app = keys.indexOf(where?.key ?? '');
      if (milliseconds > 2_001) this.#broken.push(`${action} ended after ${milliseconds} ms.`);
      if (!this.#presses.has(at)) this.#checkSilence(action, { at, app });
      if (action.endsWith(' Out') && trigger.kind === 'cue' && revision !== null) {
        this.#checkOut(action, { app, at, revision, items: items as { subCompositionId: string }[] });
      }
    }
  }

  /** What happened by itself in an app did not happen while nothing may, in this app or in another that its step reaches. */
  #checkSilence(action: string, { at, app }: { at: number; app: number }): void {
    const number = Number(/^Cue (\d+)/.exec(action)?.[1]);
    // The log does not say which step of its cue it was.
    const steps = this.#reach[number]?.filter((reached) => reached.includes(app)) ?? [];
    const quiet = this.#quiet.filter(({ from, to }) => from < at && at < to);
    const forbids = (one: number | undefined): boolean =>
      one === undefined || one === app || steps.every((reached) => reached.includes(one));
    if (quiet.some((one) => forbids(one.app))) this.#broken.push(`${action} happened by itself in ${apps[app]}.`);
    else if (quiet.length > 0) seen.apart += 1;
  }

  /** Whatever a cue took out by itself, nobody else had set since the cue took it In, as far as the desk could know. */
  #checkOut(
    action: string,
    { app, at, revision, items }: { app: number; at: number; revision: number; items: { subCompositionId: string }[] },
  ): void {
    const number = /^Cue (\d+)/.exec(action)?.[1] ?? '';
    const before = (this.#stage.services[app]?.show.applied ?? [])
      .filter((request) => request.revision < revision)
      .flatMap((request) => request.items.map((item) => ({ item, made: this.#made[app]?.get(request.revision) ?? 0 })));
    for (const { subCompositionId: id } of items) {
      const field = subs.find((sub) => sub.id === id)?.field ?? '';
      const isOwn = (item: UpdateItem | undefined): boolean =>
        item?.state === 'In' && item.payload?.[field] === `cue ${number}`;
      const last = before
        .filter(({ item }) => item.subCompositionId === id && item.state)
        // What others did within the same millisecond may not have come here yet.
        .findLast(({ item, made }) => made < at || (made === at && isOwn(item)));
      if (isOwn(last?.item)) continue;
      this.#broken.push(`${action} took out what was not its own: ${JSON.stringify(last?.item)}.`);
    }
  }
}

function written(
  stage: CueStage,
  { steps, guarded, number }: { steps: StepPlan[]; guarded: boolean; number: number },
): Omit<WrittenCue, 'id'> {
  return {
    number: String(number),
    ...(guarded && { guarded }),
    steps: steps.map(({ subs: chosen, out, delay, duration, follow, after }) => ({
      ...{ delay, duration },
      follow: follow === 'go' || follow === 'start' ? { on: follow } : { on: follow, after },
      targets: chosen.map((at) => {
        const { app, id, field } = subs[at] ?? subs[0]!;
        const values = out ? {} : { [field]: `cue ${number}` };
        return { subComposition: stage.at(id, app), name: id, state: out ? ('Out' as const) : ('In' as const), values };
      }),
    })),
  };
}
