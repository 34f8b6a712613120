import { OverlayError } from '../../contract/errors.ts';

/** `wait`: seconds until the next try. */
export function tooMany(wait: number, message?: string): OverlayError {
  const error = new OverlayError('too-many', message);
  error.retryAfter = wait;
  return error;
}

/**
 * At most `most` times within `within` ms, from the first use. A restart of the service resets the counts. Gives the
 * wait (ms) if the allowance is used up, else 0.
 */
export function callerAllowance(most: number, within: number): (caller: number, now: number) => number {
  const callers = new Map<number, { since: number; times: number }>();
  return (caller, now) => {
    const known = callers.get(caller);
    const used = known && now - known.since < within ? known : { since: now, times: 0 };
    callers.set(caller, used);
    if (used.times >= most) return used.since + within - now;
    used.times += 1;
    return 0;
  };
}
