import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { AnimationState } from '../../../contract/model/animation-state.ts';
import { operationDeadline } from '../../../desk/app/lane.ts';
import { BackupStage, pairSettings, picture } from '../../kit/desk/backup-stage.ts';
import { faultsOf, taken } from '../../kit/desk/fault-steps.ts';
import { knownError } from '../../kit/desk/recording-log.ts';
import { settled } from '../../kit/manual-clock.ts';
import { playAgainst, type Played, unlike } from '../../kit/play-against.ts';
import { runs } from '../../kit/runs.ts';
import type { RequestFault } from '../../kit/service/faulty-wire.ts';

const sequences = runs(10_000);

type Which = 0 | 1;
type Side = 'main' | 'backup';
/** What operators do at one of two desks, and what fails. */
type Event =
  | { do: 'press'; desk: Which; at: number; to: AnimationState }
  | { do: 'move'; desk: Which; to: Side }
  | { do: 'take over' | 'panic'; desk: Which }
  | { do: 'restart'; desk: Which; milliseconds: number }
  | { do: 'away'; side: Side; milliseconds: number }
  | { do: 'cut'; side: Side }
  | { do: 'fault'; side: Side; fault: RequestFault }
  | { do: 'linger' | 'polled'; milliseconds: number }
  | { do: 'pass'; milliseconds: number };

const desk = fc.constantFrom<Which[]>(0, 1);
const side = fc.constantFrom<Side[]>('main', 'backup');
const milliseconds = fc.constantFrom(0, 1, 17, 200, 700, 1_600, 4_000);
const fault = faultsOf([0, 1, 40, 300, 1_900, 2_500]).request;
const at = fc.nat(taken.length - 1);
const to = fc.constantFrom<AnimationState[]>('In', 'In', 'Out');
const events = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('press' as const), desk, at, to }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), milliseconds }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), desk, to: side }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('take over' as const), desk }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('panic' as const), desk }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const), desk, milliseconds }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('away' as const), side, milliseconds }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), side }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('fault' as const), side, fault }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('linger' as const), milliseconds }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('polled' as const), milliseconds }) },
  ),
  { maxLength: 25, size: 'max' },
);

/** The channels to the backup break while it is in use. The desk on the main may be back first, and then sees no other desk. */
const backBeforeTheOther: [[null, null], Event[]] = [
  [null, null],
  [
    { do: 'restart', desk: 0, milliseconds: 4_000 },
    { do: 'move', desk: 0, to: 'backup' },
    { do: 'press', desk: 1, at: 0, to: 'In' },
    { do: 'polled', milliseconds: 0 },
    { do: 'pass', milliseconds: 4_000 },
  ],
];

/** A panic that the backup did not answer is sent there again, after another desk has begun to mirror. */
const panicAgain: [[null, null], Event[]] = [
  [null, null],
  [
    { do: 'fault', side: 'backup', fault: { kind: 'none', there: 2_500, back: 0 } },
    { do: 'panic', desk: 0 },
    { do: 'take over', desk: 1 },
    { do: 'press', desk: 0, at: 0, to: 'In' },
    { do: 'away', side: 'main', milliseconds: 700 },
    { do: 'pass', milliseconds: 1_600 },
  ],
];

/** Two desks that cannot see each other change places in one moment, to opposite sides. */
const oppositeAtOnce: [[null, null], Event[]] = [
  [null, null],
  [
    { do: 'move', desk: 0, to: 'backup' },
    { do: 'polled', milliseconds: 1_600 },
    { do: 'move', desk: 0, to: 'main' },
    { do: 'restart', desk: 0, milliseconds: 0 },
    { do: 'move', desk: 0, to: 'backup' },
    { do: 'move', desk: 1, to: 'main' },
  ],
];

describe.each([
  { main: 'live', part: 0.6 },
  { main: 'polled', part: 0.4 },
] as const)('two desks on one pair whose main is $main', ({ main, part }) => {
  const numRuns = Math.ceil(sequences * part);
  it(`never fight, and never undo what is on air (${numRuns} sequences)`, async () => {
    const after = fc.tuple(fc.constantFrom(null, 300), fc.constantFrom(null, 300));
    await playAgainst(
      { given: after, open: (eager) => TwoDesksPlay.open(eager, main) },
      { any: events, numRuns, examples: [backBeforeTheOther, panicAgain, oppositeAtOnce] },
      { after: (play, one) => play.look(one), atRest: (play) => play.lookAtRest() },
    );
  });
});

/** How the pair stands at a desk. */
interface Standing {
  onMain: boolean;
  runsOnBackup: boolean;
}

/** Plays events on two desks. */
class TwoDesksPlay implements Played<Event> {
  readonly #desks: [BackupStage, BackupStage];
  /** Until when (by the clock) a panic from each desk may send something to the backup again: it goes to both sides. */
  readonly #panicsUntil = [0, 0];
  /** How each desk stood before the last event. */
  #before: (Standing & { updates: number; panics: boolean; isUnseen: boolean })[] = [];
  /** Whether a live channel was lost for as long as it takes to be polled. */
  #wasPolled = false;
  /** The desk that each saw operate the pair when it was connected last; null for itself or none. */
  readonly #operators: (string | null)[] = [null, null];
  /** Whether an operator moved or took over here while the other desk was not connected, so that it could not be told. */
  readonly #tookOverUntold = [false, false];

  private constructor(desks: [BackupStage, BackupStage]) {
    this.#desks = desks;
  }

  /** `after`: when each desk fails over by itself (ms). */
  static async open([one, other]: [number | null, number | null], main: 'live' | 'polled'): Promise<TwoDesksPlay> {
    const hasLive: [boolean, boolean] = [main === 'live', true];
    const gallery = await BackupStage.open({ name: names[0], hasLive, settings: [pairSettings({ after: one })] });
    const settings = [pairSettings({ after: other })];
    const truck = await BackupStage.open({ name: names[1], beside: gallery, settings });
    await truck.clock.pass(100);
    return new TwoDesksPlay([gallery, truck]);
  }

  async step(one: Event): Promise<void> {
    const now = this.#desks[0].clock.monotonic();
    this.#before = this.#desks.map((each, at) => ({
      updates: each.updates.spare,
      panics: now <= (this.#panicsUntil[at] ?? 0),
      isUnseen: isUnseen(each),
      ...this.#standing(each, at),
    }));
    this.#wasPolled ||= one.do === 'polled';
    await this.#play(one);
    await settled();
    this.#noteOperators();
  }

  async #play(one: Event): Promise<void> {
    const { clock, main, backup } = this.#desks[0];
    switch (one.do) {
      case 'press':
        return void (await this.#desks[one.desk].press([{ id: taken[one.at] ?? '', state: one.to }]));
      case 'move':
        return void (await this.#desks[one.desk].move(one.to));
      case 'take over':
        return this.#takeOver(one.desk);
      case 'panic':
        this.#panicsUntil[one.desk] = clock.monotonic() + operationDeadline;
        return void this.#desks[one.desk].app.panic(this.#desks[one.desk].nextPress());
      case 'restart':
        return this.#restart(one.desk, one.milliseconds);
      case 'away': {
        const service = one.side === 'main' ? main : backup;
        service.away = true;
        await clock.pass(one.milliseconds);
        service.away = false;
        return;
      }
      case 'cut':
        return (one.side === 'main' ? main : backup).disturb({ kind: 'cut' });
      case 'fault':
        return void (one.side === 'main' ? main : backup).updateFaults.push(one.fault);
      case 'linger':
        backup.lingers = one.milliseconds;
        return;
      case 'polled':
        backup.hasLive = false;
        backup.disturb({ kind: 'cut' });
        await clock.pass(one.milliseconds);
        backup.hasLive = true;
        return;
      case 'pass':
        return clock.pass(one.milliseconds);
    }
  }

  /** As the sheet of the backup offers it: a desk that runs on the backup fails back instead. */
  async #takeOver(which: Which): Promise<void> {
    const { desk, clock, view } = this.#desks[which];
    if (view.inUse === 'backup') return;
    const takenOver = Promise.resolve(desk.calls.repairBackup({ app: 'main' })).catch(knownError);
    await clock.pass(2_000);
    await takenOver;
  }

  async #restart(which: Which, milliseconds: number): Promise<void> {
    const old = this.#desks[which];
    old.close();
    await old.clock.pass(milliseconds);
    const settings = old.saved.at(-1) ?? [pairSettings()];
    this.#desks[which] = await BackupStage.open({ name: names[which], beside: old, settings });
  }

  /** A desk that was supplanted does not run the pair again because its connection broke. */
  #standing({ view: { inUse } }: BackupStage, at: number): Standing {
    return { onMain: inUse === 'main', runsOnBackup: inUse === 'backup' && this.#operators[at] === null };
  }

  #noteOperators(): void {
    for (const [at, { app, view }] of this.#desks.entries()) {
      if (view.inUse !== 'backup' || app.state.connection.status === 'live') this.#operators[at] = view.operator;
    }
  }

  /** The operators of a desk whose app is on the backup send there themselves; what a desk on the main sends is mirrored. */
  look(one: Event): string[] {
    const broken = this.#lookAtMirrors(one);
    this.#noteTakeOver(one);
    return broken;
  }

  #lookAtMirrors(one: Event): string[] {
    if (['move', 'take over', 'panic', 'restart'].includes(one.do)) return [];
    const before = this.#before;
    const mirrored = this.#desks.map(({ updates: { spare } }, at) => {
      const { updates = 0, onMain, panics } = before[at] ?? {};
      return onMain === true && panics === false && spare > updates;
    });
    const after = this.#desks.map((each, at) => this.#standing(each, at));
    const both = mirrored.every(Boolean) ? [`Both desks mirrored: ${JSON.stringify(one)}`] : [];
    // Where a desk cannot be seen, operators answer for their presses and moves.
    if (before.some((standing) => standing.isUnseen)) return both;
    const over = [0, 1].flatMap((at) => {
      const other = 1 - at;
      const runs = before[at]?.runsOnBackup && after[at]?.runsOnBackup;
      if (!runs || !mirrored[other] || !after[other]?.onMain || this.#tookOverUntold[other]) return [];
      return [`${names[other]} mirrored over what ${names[at]} has on air: ${JSON.stringify(one)}`];
    });
    return [...both, ...over];
  }

  #noteTakeOver(one: Event): void {
    for (const at of [0, 1] as const) {
      if (this.#desks[at === 0 ? 1 : 0].app.state.connection.status === 'live') this.#tookOverUntold[at] = false;
      else if ((one.do === 'move' || one.do === 'take over') && one.desk === at) this.#tookOverUntold[at] = true;
    }
  }

  /** Everything works again, and one desk takes over. */
  async rest(): Promise<void> {
    const [gallery] = this.#desks;
    const { clock, main, backup } = gallery;
    // The live channel is tried again after five minutes.
    if (this.#wasPolled) await clock.pass(310_000);
    backup.lingers = 0;
    main.updateFaults.length = backup.updateFaults.length = 0;
    // What lingers ends, and a desk that has gone is waited for.
    await clock.pass(8_000);
    await this.#takeOver(0);
    if (gallery.view.operator !== null) await gallery.move('main');
    await clock.pass(10_000);
    // What a panic could not take out an operator takes out when all works again.
    for (const { app, nextPress } of this.#desks) if ([...app.panickedNotOut].length > 0) app.panic(nextPress());
    await clock.pass(5_000);
  }

  async lookAtRest(): Promise<string[]> {
    const [gallery, truck] = this.#desks;
    const { clock } = gallery;
    const before = truck.updates.spare;
    await gallery.press([{ id: taken[0], state: 'In' }]);
    await clock.pass(5_000);
    const onMain = gallery.view.inUse === 'main';
    const { show } = onMain ? gallery.main : gallery.backup;
    const { confirmed } = gallery.app.state;
    const shown = [...confirmed.ids].map((id) => [id, confirmed.get(id)?.state]);
    const held = show.control().map((item) => [item.subCompositionId, item.state]);
    return [
      ...unlike('Who operates the pair instead of the gallery', gallery.view.operator, null),
      ...(onMain ? unlike('Who operates it for the truck', truck.view.operator, names[0]) : []),
      ...unlike('The side on which the truck works', truck.view.inUse, gallery.view.inUse),
      ...unlike('The updates that the other desk sent', truck.updates.spare, before),
      ...(onMain ? unlike('The backup', picture(gallery.backup), picture(gallery.main)) : []),
      ...unlike('What the desk shows', shown, held),
    ];
  }
}

/** The backup is polled, so the desk sees no other desk, and is not seen. */
function isUnseen({ view, app }: BackupStage): boolean {
  return view.state === 'polled' || (view.inUse === 'backup' && app.truth?.mode === 'polled');
}

const names = ['Gallery', 'Truck'] as const;
