import fc from 'fast-check';
import type { AnimationState } from '../../../contract/model/animation-state.ts';
import type { LiveFault, RequestFault } from '../service/faulty-wire.ts';
import { ids } from '../service/small-show.ts';
import { wordFields } from './played-show.ts';

/** The fields that words go into, by sub-composition. */
export const texts = Object.entries(wordFields).flatMap(([id, fields]) =>
  Object.values(fields).map((field) => [id, field] as const),
);
/** What can be taken, in part on one logic layer. */
export const taken = [ids.lowerThird, ids.title, ids.score, ids.home] as const;
/** Where the words of a take go. */
export const wordField: { [id: string]: string } = {
  [ids.lowerThird]: wordFields[ids.lowerThird].line1,
  [ids.home]: wordFields[ids.home].team,
};

/** A take of one of {@link taken}, with words of its own where it has a field for them. */
export type Take = { at: number; to: AnimationState; words: boolean };
/** One thing that happens. */
export type Step =
  | { do: 'value'; app: number; field: number; other: number }
  | ({ do: 'take'; app: number } & Take)
  | { do: 'look'; takes: Take[] }
  | { do: 'fire' | 'time'; app: number }
  | { do: 'panic'; app: number }
  | { do: 'elsewhere'; app: number; at: number; to: AnimationState; words: boolean }
  | { do: 'pass'; milliseconds: number }
  | { do: 'update fault' | 'read fault'; app: number; fault: RequestFault }
  | { do: 'live fault'; app: number; fault: LiveFault }
  | { do: 'away'; app: number; milliseconds: number }
  /** It is restarted as a service that has a live channel, or that has none. */
  | { do: 'channel'; app: number; has: boolean }
  | { do: 'clock'; ahead: number };

/** How long (ms) the desk is left alone in between, and how long requests and frames may be on their way. */
export interface Paces {
  times: number[];
  delays: number[];
}

/** What operators press, what others do, and what goes wrong, in any order. */
export function steps(paces: Paces): fc.Arbitrary<Step[]> {
  const any = fc.array(step(paces), { maxLength: 30, size: 'max' });
  return fc.oneof({ weight: 4, arbitrary: any }, { weight: 1, arbitrary: crossedPanic(paces) });
}

/**
 * A panic beside a take In of the same app, which may come in before it, after it or never; then the service may be away for
 * a time, and anything may happen.
 */
function crossedPanic(paces: Paces): fc.Arbitrary<Step[]> {
  const pause = fc.constantFrom(...paces.times);
  const delay = fc.constantFrom(...paces.delays);
  const late = fc.record({ kind: fc.constant('none' as const), there: delay, back: delay });
  const faults = fc.tuple(fc.oneof({ weight: 2, arbitrary: late }, faultsOf(paces.delays).request), late);
  const after = fc.array(step(paces), { maxLength: 10, size: 'max' });
  return fc
    .record({ app, at: take.at, faults, pauses: fc.tuple(pause, pause), away: pause, after })
    .map((crossed) => [
      ...crossed.faults.map((fault) => ({ do: 'update fault' as const, app: crossed.app, fault })),
      { do: 'take', app: crossed.app, at: crossed.at, to: 'In', words: false },
      { do: 'pass', milliseconds: crossed.pauses[0] },
      { do: 'panic', app: crossed.app },
      { do: 'pass', milliseconds: crossed.pauses[1] },
      { do: 'away', app: crossed.app, milliseconds: crossed.away },
      ...crossed.after,
    ]);
}

/** One of {@link steps}. */
export function step({ times, delays }: Paces): fc.Arbitrary<Step> {
  const pause = fc.constantFrom(...times);
  const faults = faultsOf(delays);
  const weighed = <Kind extends Step['do'], Rest>(
    weight: number,
    kinds: Kind[],
    rest: { [Name in keyof Rest]: fc.Arbitrary<Rest[Name]> },
  ) => ({
    weight,
    arbitrary: fc.record({ do: fc.constantFrom(...kinds), ...rest }),
  });
  return fc.oneof(
    weighed(7, ['value'], { app, field: fc.nat(texts.length - 1), other: fc.nat(7) }),
    weighed(6, ['take'], { app, ...take }),
    weighed(7, ['pass'], { milliseconds: pause }),
    weighed(1, ['look'], { takes: fc.array(fc.record(take), { minLength: 1, maxLength: 3 }) }),
    weighed(1, ['fire', 'time', 'panic'], { app }),
    weighed(2, ['elsewhere'], { app, ...take }),
    weighed(4, ['update fault'], { app, fault: faults.request }),
    weighed(4, ['read fault'], { app, fault: faults.request }),
    weighed(2, ['live fault'], { app, fault: faults.live }),
    weighed(1, ['away'], { app, milliseconds: pause }),
    weighed(1, ['channel'], { app, has: fc.boolean() }),
    weighed(1, ['clock'], { ahead: fc.constantFrom(-86_400_000, -900, 0, 3_600_000) }),
  ) as fc.Arbitrary<Step>;
}

/** Which of two apps. */
export const app = fc.nat(1);
export const take = {
  at: fc.nat(taken.length - 1),
  to: fc.constantFrom<AnimationState[]>('In', 'In', 'Out', 'Out2'),
  words: fc.boolean(),
};

/** What goes wrong with requests and with live channels. */
export function faultsOf(delays: readonly number[]): {
  request: fc.Arbitrary<RequestFault>;
  live: fc.Arbitrary<LiveFault>;
} {
  const there = fc.constantFrom(...delays);
  // Half of what stalls is carried out as late as can be.
  const stalls = fc.oneof(there, fc.constant(Math.max(...delays)));
  const status = fc.constantFrom(401, 404, 429, 429, 500, 503);
  return {
    request: fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('none' as const), there, back: there }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom('reset-before' as const, 'reset-within' as const, 'reset-after' as const),
          there,
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constantFrom('garbage' as const, 'odd' as const, 'failed-after' as const, 'twice' as const),
          there,
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('status' as const), status, there }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('stalled' as const), there: stalls }) },
      fc.record({ kind: fc.constant('mute' as const), there }),
      fc.record({ kind: fc.constant('dialled' as const), opening: there }),
      fc.record({ kind: fc.constantFrom('refused' as const, 'half-open' as const) }),
    ),
    live: fc.oneof(
      fc.record({ kind: fc.constantFrom('cut' as const, 'silent' as const, 'skip' as const, 'garbage' as const) }),
      fc.record({ kind: fc.constant('again' as const), back: fc.nat(3) }),
      fc.record({ kind: fc.constant('slow' as const), delay: there }),
    ),
  };
}
