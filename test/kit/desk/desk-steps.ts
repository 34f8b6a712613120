import fc from 'fast-check';
import type { AnimationState } from '../../../contract/model/animation-state.ts';
import type { RequestFault } from '../service/faulty-wire.ts';
import { app, type Paces, step, type Step, take, taken } from './fault-steps.ts';

/** What an operator does with a whole desk, beside what is asked of one app. `at`: one of {@link taken}. */
export type DeskStep =
  | Step
  /** A take that says which state the operator was shown: the true one, or one that it is not. */
  | { do: 'expecting'; app: number; at: number; to: AnimationState; shown: boolean }
  /** A press that takes out what is on air, and In what is not. */
  | { do: 'toggle'; app: number; at: number }
  /** The last take once more, so many milliseconds later. */
  | { do: 'again'; after: number }
  /** A take whose request gets lost, and the two seconds until that is known. */
  | { do: 'broken'; app: number; at: number; to: AnimationState; fault: RequestFault }
  /** A take, or a panic, that something held up on its way to the desk for so long (ms). */
  | { do: 'held up'; app: number; at: number; to: AnimationState | 'panic'; late: number }
  /** Nothing can be written to the disk of the desk any more, or again. */
  | { do: 'disk'; full: boolean }
  | { do: 'undo'; what: 'values' | 'take' }
  | { do: 'ask again' | 'dismiss' | 'seen'; app: number; at: number }
  | { do: 'keep look'; name: string; of: { app: number; at: number }[] }
  | { do: 'recall look'; name: string }
  | { do: 'panic of all' };

/** How far (ms) somebody sets the clock: hours, so that two presses of one play never have the same time of day. */
const aheads = [-86_400_000, -3_600_000, 0, 3_600_000];

/** What happens to a whole desk, in any order, beside all that happens to its apps. */
export function deskSteps(paces: Paces): fc.Arbitrary<DeskStep[]> {
  const of = fc.record({ app, at: fc.nat(taken.length - 1) });
  const name = fc.constantFrom('One', 'Two');
  const own = fc.oneof(
    fc.record({ do: fc.constant('expecting' as const), app, at: take.at, to: take.to, shown: fc.boolean() }),
    fc.record({ do: fc.constant('toggle' as const), app, at: take.at }),
    fc.record({ do: fc.constant('again' as const), after: fc.constantFrom(1, 200, 248, 250, 700) }),
    fc.record({
      do: fc.constant('broken' as const),
      app,
      at: take.at,
      to: take.to,
      fault: fc.constantFrom<RequestFault[]>({ kind: 'reset-before', there: 1 }, { kind: 'half-open' }),
    }),
    fc.record({
      do: fc.constant('held up' as const),
      app,
      at: take.at,
      to: fc.oneof(take.to, fc.constant('panic' as const)),
      late: fc.constantFrom(200, 700, 1_900, 2_010, 8_000),
    }),
    fc.record({ do: fc.constant('undo' as const), what: fc.constantFrom('values' as const, 'take' as const) }),
    fc.record({
      do: fc.constantFrom('ask again' as const, 'ask again' as const, 'dismiss' as const, 'seen' as const),
      app,
      at: take.at,
    }),
    fc.record({ do: fc.constant('keep look' as const), name, of: fc.array(of, { minLength: 1, maxLength: 3 }) }),
    fc.record({ do: fc.constant('recall look' as const), name }),
  );
  const ofApps: fc.Arbitrary<DeskStep> = step(paces).filter((one) => one.do !== 'clock');
  const rare = fc.oneof(
    fc.constant({ do: 'panic of all' as const }),
    fc.record({ do: fc.constant('disk' as const), full: fc.boolean() }),
    fc.record({ do: fc.constant('clock' as const), ahead: fc.constantFrom(...aheads) }),
  );
  const one = fc.oneof({ weight: 8, arbitrary: ofApps }, { weight: 5, arbitrary: own }, { weight: 2, arbitrary: rare });
  return fc.array(one, { maxLength: 30, size: 'max' });
}
