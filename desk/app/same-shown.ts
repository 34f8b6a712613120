import { isPress } from '../../contract/model/canonical-value.ts';
import type { TimeControl, Value } from '../../contract/model/field.ts';
import { same } from './confirmed.ts';

/** The clock of a service, as far as the desk knows it. */
export interface KnownClock {
  /** Milliseconds by which it is ahead of the desk's. */
  readonly ahead: number;
  /** Milliseconds. */
  readonly accuracy: number;
}

/** A value of one service in the times of another. */
export function valueAt(value: Value, from: KnownClock, to: KnownClock): Value {
  const by = Math.round(to.ahead - from.ahead);
  if (isTimer(value)) return { ...value, UTC: value.UTC + by };
  // A button that was never pressed has time 0 everywhere.
  return isPress(value) && value.ts > 0 ? { ...value, ts: value.ts + by } : value;
}

/**
 * Whether values of two services show the same. A timer counts by the time that it shows at the same moment, as far as
 * the clocks are known; a press leaves nothing to show.
 */
export function showsSame(
  [one, from]: readonly [Value | undefined, KnownClock],
  [other, to]: readonly [Value | undefined, KnownClock],
): boolean {
  if (isPress(one) && isPress(other)) return true;
  if (!isTimer(one) || !isTimer(other)) return same(inOrder(one), inOrder(other));
  if (one.isRunning !== other.isRunning) return false;
  if (!one.isRunning) return one.value === other.value;
  const began = (timer: TimeControl, { ahead }: KnownClock): number => timer.UTC - timer.value - ahead;
  return Math.abs(began(one, from) - began(other, to)) <= from.accuracy + to.accuracy;
}

/** Each service has its own order of members. */
function inOrder(value: Value | undefined): unknown {
  return typeof value === 'object' ? Object.entries(value).toSorted() : value;
}

function isTimer(value: Value | undefined): value is TimeControl {
  return typeof value === 'object' && 'isRunning' in value;
}
