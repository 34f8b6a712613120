import fc from 'fast-check';
import type { DataMode } from '../../../contract/desk-api/data-link.ts';
import { ids } from '../service/small-show.ts';

/** The app instances of the play. The second one may have a backup. */
export const apps = ['news', 'arena'] as const;

/** The sub-compositions that cues take in each app, with a field that tells which step of which cue took it. */
export const subs = apps.flatMap((_, app) => [
  { app, id: ids.title, field: 'picture' },
  { app, id: ids.lowerThird, field: 'line1' },
  { app, id: ids.home, field: 'team' },
  { app, id: ids.away, field: 'team' },
]);

/** The one of {@link subs} with live data, and the field that it goes into. */
export const linked = { sub: 1, field: 'line2' } as const;

/** A step of a cue. Without targets it is a pause. */
export interface StepPlan {
  /** Places in {@link subs}. */
  subs: number[];
  out: boolean;
  /** What is linked gets its row. */
  row: boolean;
  delay: number;
  duration: number | null;
  follow: 'go' | 'start' | 'time' | 'confirmed';
  after: number;
}
/** Cues by their numbers. */
export type Plan = { steps: StepPlan[]; guarded: boolean }[];

/** What happens: what operators press and edit, what others do, and what fails. */
export type Event =
  | { do: 'go' | 'rewind' | 'hold' | 'fireMarked' | 'panic' | 'sleep' | 'undo' | 'redo' | 'undoTake' | 'data' | 'move' }
  | { do: 'end' | 'mark' | 'next' | 'remove' | 'insert' | 'disable' | 'guard' | 'update'; cue: number }
  /** It gets other steps, whether it runs or not. */
  | { do: 'change'; cue: number; steps: StepPlan[] }
  /** What the data of {@link linked} does. */
  | { do: 'mode'; mode: DataMode }
  /** It came so many milliseconds late. */
  | { do: 'fire'; cue: number; late: number }
  | { do: 'skip'; by: number }
  | { do: 'take' | 'elsewhere'; sub: number; to: 'In' | 'Out' }
  | { do: 'pass'; milliseconds: number }
  /** The machine is too busy for anything. */
  | { do: 'stall'; milliseconds: number }
  /** Somebody sets the clock. */
  | { do: 'clock'; ahead: number }
  | { do: 'slow'; app: number; there: number; back: number }
  /** Frames take longer from now on. */
  | { do: 'lag'; app: number; milliseconds: number }
  | { do: 'away'; app: number; is: boolean }
  | { do: 'cut' | 'refuse' | 'panicOne'; app: number };

const times = [0, 1, 100, 700, 2_500] as const;
const time = fc.constantFrom(...times);
const rarely = fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true));

const step: fc.Arbitrary<StepPlan> = fc.record({
  subs: fc.uniqueArray(fc.nat(subs.length - 1), { maxLength: 3 }),
  out: rarely,
  row: fc.boolean(),
  delay: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, time),
  duration: fc.oneof(fc.constant(null), time),
  follow: fc.constantFrom('go' as const, 'start' as const, 'time' as const, 'confirmed' as const, 'confirmed' as const),
  after: time,
});

const steps = fc.array(step, { minLength: 1, maxLength: 2 });

export const plan: fc.Arbitrary<Plan> = fc.array(fc.record({ steps, guarded: rarely }), { minLength: 2, maxLength: 5 });

const cue = fc.nat(4);
const app = fc.nat(apps.length - 1);
const weighed = <Kind extends Event['do'], Rest>(
  weight: number,
  kinds: Kind[],
  rest: { [Name in keyof Rest]: fc.Arbitrary<Rest[Name]> },
) => ({ weight, arbitrary: fc.record({ do: fc.constantFrom(...kinds), ...rest }) });
const event = fc.oneof(
  weighed(8, ['go'], {}),
  weighed(6, ['fire'], { cue, late: fc.constantFrom(0, 0, 0, 150, 800) }),
  weighed(10, ['pass'], { milliseconds: fc.constantFrom(1, 99, 260, 1_000, 2_600, 6_000) }),
  weighed(2, ['end', 'mark', 'next'], { cue }),
  weighed(2, ['rewind', 'fireMarked', 'panic', 'sleep', 'undo', 'redo', 'undoTake', 'data', 'move', 'data'], {}),
  weighed(2, ['hold'], {}),
  weighed(1, ['skip'], { by: fc.constantFrom(-1, 1) }),
  weighed(2, ['take', 'elsewhere'], {
    sub: fc.nat(subs.length - 1),
    to: fc.constantFrom('In' as const, 'Out' as const),
  }),
  weighed(1, ['stall'], { milliseconds: fc.constantFrom(300, 2_600) }),
  weighed(1, ['clock'], { ahead: fc.constantFrom(-7_200_000, 3_600_000) }),
  weighed(2, ['slow'], { app, there: time, back: time }),
  weighed(1, ['lag'], { app, milliseconds: fc.constantFrom(0, 40, 300) }),
  weighed(2, ['cut', 'panicOne'], { app }),
  weighed(2, ['away'], { app, is: fc.boolean() }),
  weighed(1, ['refuse'], { app }),
  weighed(1, ['remove', 'insert', 'disable', 'guard'], { cue }),
  weighed(2, ['change'], { cue, steps }),
  weighed(1, ['update'], { cue }),
  weighed(2, ['mode'], {
    mode: fc.constantFrom('live' as const, 'live' as const, 'stage' as const, 'hold' as const),
  }),
) as fc.Arbitrary<Event>;

export const events: fc.Arbitrary<Event[]> = fc.array(event, { maxLength: 25, size: 'max' });

const takes = (at: number, more: Partial<StepPlan> = {}): Plan[number] => ({
  guarded: false,
  steps: [{ subs: [at], out: false, row: false, delay: 0, duration: null, follow: 'go', after: 0, ...more }],
});

/** What goes out by itself in one app after the other was lost. */
const goesOnAlone: [Plan, Event[]] = [
  [takes(0, { duration: 2_500 }), takes(4, { duration: 2_500 })],
  [
    { do: 'fire', cue: 0, late: 0 },
    { do: 'fire', cue: 1, late: 0 },
    { do: 'pass', milliseconds: 1_000 },
    { do: 'cut', app: 1 },
    { do: 'pass', milliseconds: 6_000 },
  ],
];

/** What follows in the same moment in which its service goes away. */
const followsALoss: [Plan, Event[]] = [
  [
    {
      guarded: false,
      steps: [...takes(4, { out: true, delay: 1, follow: 'time' }).steps, ...takes(0).steps],
    },
    takes(1),
  ],
  [
    { do: 'fire', cue: 0, late: 0 },
    { do: 'away', app: 1, is: true },
  ],
];

/** A cue that runs is changed: its next step is as it was fired, and the next press has what it was changed to. */
const changedWhileItRuns: [Plan, Event[]] = [
  [
    { guarded: false, steps: [...takes(0, { follow: 'time', after: 2_500 }).steps, ...takes(2).steps] },
    takes(1, { row: true }),
  ],
  [
    { do: 'fire', cue: 0, late: 0 },
    { do: 'change', cue: 0, steps: takes(3).steps },
    { do: 'pass', milliseconds: 6_000 },
    { do: 'fire', cue: 0, late: 0 },
    { do: 'mode', mode: 'live' },
    { do: 'fire', cue: 1, late: 0 },
    { do: 'data' },
    { do: 'update', cue: 1 },
  ],
];

/** A cue that was started anew is followed by nothing, so the loss of the app of what would follow does not keep it In. */
const goesOutThoughAnew: [Plan, Event[]] = [
  [takes(0, { duration: 0, follow: 'confirmed' }), takes(4)],
  [
    { do: 'slow', app: 0, there: 0, back: 100 },
    { do: 'fire', cue: 0, late: 0 },
    { do: 'go' },
    { do: 'refuse', app: 0 },
    { do: 'cut', app: 1 },
  ],
];

/** A step that follows in the millisecond in which its cue is started anew: nothing follows it, and it still goes out. */
const goesOutThoughAnewAtOnce: [Plan, Event[]] = [
  [
    {
      guarded: false,
      steps: [
        ...takes(0, { duration: 0, follow: 'confirmed', after: 1 }).steps,
        ...takes(1, { duration: 0, follow: 'confirmed' }).steps,
      ],
    },
    takes(4),
  ],
  [
    { do: 'fire', cue: 0, late: 0 },
    { do: 'rewind' },
    { do: 'fire', cue: 0, late: 0 },
    { do: 'go' },
    { do: 'cut', app: 1 },
  ],
];

/** A step is fired again within the milliseconds to which the time of a late press is known. Each run has its own follow-on. */
const firedAgainSoonAfterLate: [Plan, Event[]] = [
  [
    takes(0, { duration: 0, follow: 'confirmed' }),
    { guarded: false, steps: [...takes(0, { duration: 0, follow: 'confirmed' }).steps, ...takes(0).steps] },
  ],
  [{ do: 'fire', cue: 0, late: 800 }, { do: 'pass', milliseconds: 1 }, { do: 'go' }],
];

/** A hold begins within the milliseconds to which the time of a late press is known. */
const heldSoonAfterLate: [Plan, Event[]] = [
  [
    {
      guarded: false,
      steps: [
        { subs: [], out: false, row: false, delay: 700, duration: null, follow: 'confirmed', after: 100 },
        ...takes(0, { out: true }).steps,
      ],
    },
    takes(3),
  ],
  [
    { do: 'fire', cue: 0, late: 800 },
    { do: 'pass', milliseconds: 2_600 },
    { do: 'fire', cue: 0, late: 800 },
    { do: 'hold' },
    { do: 'skip', by: -1 },
  ],
];

/** A refused second press of a cue that is on hold, whose next cue was deleted meanwhile. Nothing follows the first press. */
const refusedOnHold: [Plan, Event[]] = [
  [takes(0, { out: true, delay: 700, follow: 'time' }), takes(1), takes(2)],
  [{ do: 'hold' }, { do: 'go' }, { do: 'remove', cue: 1 }, { do: 'skip', by: -1 }, { do: 'go' }],
];

/** A cue gets its targets after a panic that ended the pause before the cue. */
const targetsAfterPanic: [Plan, Event[]] = [
  [
    { guarded: false, steps: [{ ...takes(0, { follow: 'confirmed', after: 2_500 }).steps[0]!, subs: [] }] },
    { guarded: false, steps: [{ ...takes(0).steps[0]!, subs: [] }] },
  ],
  [{ do: 'go' }, { do: 'panic' }, { do: 'change', cue: 1, steps: takes(0).steps }],
];

/** A cue is guarded when the one before it is fired, and loses its guard before it would follow. It does not follow. */
const guardTakenOff: [Plan, Event[]] = [
  [takes(0, { follow: 'time', after: 2_500 }), { ...takes(4), guarded: true }],
  [
    { do: 'fire', cue: 0, late: 0 },
    { do: 'guard', cue: 1 },
    { do: 'pass', milliseconds: 6_000 },
  ],
];

/** A cue follows again within the time of a circle, so it is refused, and with it the cue after it that waits already. */
const followedTwiceAtOnce: [Plan, Event[]] = [
  [
    { guarded: false, steps: [{ ...takes(0, { follow: 'time', after: 1 }).steps[0]!, subs: [] }] },
    { guarded: false, steps: [{ ...takes(0, { follow: 'time' }).steps[0]!, subs: [] }] },
    takes(0, { delay: 2_500 }),
  ],
  [{ do: 'mark', cue: 1 }, { do: 'mark', cue: 0 }, { do: 'fireMarked' }],
];

/** An automatic Out comes after a follow-on that took the same layer, so it changes nothing. An undo leaves it Out. */
const outAlready: [Plan, Event[]] = [
  [takes(0, { out: false, duration: 0, follow: 'start' }), takes(1, { follow: 'go' })],
  [
    { do: 'fire', cue: 0, late: 0 },
    { do: 'pass', milliseconds: 1 },
    { do: 'pass', milliseconds: 1 },
    { do: 'undoTake' },
  ],
];

/** The machine stands still while a cue waits to follow: its time lapses, and with it that of the cue after it. */
const followLapses: [Plan, Event[]] = [
  [
    { guarded: false, steps: [{ ...takes(0, { follow: 'confirmed', after: 100 }).steps[0]!, subs: [] }] },
    takes(4, { out: true, delay: 700, duration: 0 }),
  ],
  [{ do: 'away', app: 1, is: true }, { do: 'go' }, { do: 'stall', milliseconds: 2_600 }],
];

/** The backup of an app answers an Out with the number of a revision that the main app had before. */
const sameRevisionOfABackup: [Plan, Event[]] = [
  [takes(4, { duration: 100 }), takes(0)],
  [{ do: 'fire', cue: 0, late: 0 }, { do: 'fire', cue: 0, late: 0 }, { do: 'move' }],
];

/** A cue is fired again while its first start waits for its delay, and its second step takes the same graphic. */
const firedAgainBeforeItsDelay: [Plan, Event[]] = [
  [
    {
      guarded: false,
      steps: [
        { subs: [5], out: false, row: false, delay: 1, duration: 700, follow: 'start', after: 0 },
        { subs: [5], out: false, row: false, delay: 0, duration: null, follow: 'go', after: 0 },
      ],
    },
    { guarded: false, steps: [{ subs: [], out: false, row: false, delay: 0, duration: null, follow: 'go', after: 0 }] },
    { guarded: false, steps: [{ subs: [], out: false, row: false, delay: 0, duration: 0, follow: 'go', after: 0 }] },
  ],
  [{ do: 'lag', app: 1, milliseconds: 40 }, { do: 'go' }, { do: 'fire', cue: 0, late: 0 }],
];

/** Runs that once broke a rule, or would where a check is left out. */
export const examples: [[Plan, boolean], Event[]][] = [
  ...[
    goesOnAlone,
    goesOutThoughAnew,
    goesOutThoughAnewAtOnce,
    followsALoss,
    changedWhileItRuns,
    firedAgainSoonAfterLate,
    heldSoonAfterLate,
    refusedOnHold,
    targetsAfterPanic,
    guardTakenOff,
    followedTwiceAtOnce,
    outAlready,
    followLapses,
    firedAgainBeforeItsDelay,
  ].map(([cues, happens]): [[Plan, boolean], Event[]] => [[cues, false], happens]),
  [[sameRevisionOfABackup[0], true], sameRevisionOfABackup[1]],
];
