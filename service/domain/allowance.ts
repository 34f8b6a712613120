import { OverlayError } from '../../contract/errors.ts';

/** `wait`: seconds until the next try. */
export function tooMany(wait: number, message?: string): OverlayError {
  const error = new OverlayError('too-many', message);
  error.retryAfter = wait;
  return error;
}

/** At most `most` times within `within` ms, from the first use. */
interface AllowanceTerms {
  most: number;
  within: number;
}

/** Kept in memory; a restart of the service resets the counts. */
export class CallerAllowance {
  readonly #terms: AllowanceTerms;
  readonly #used = new Map<number, { since: number; times: number }>();

  constructor(terms: AllowanceTerms) {
    this.#terms = terms;
  }

  /** Returns the wait (ms) if the allowance is used up, else 0. */
  take(caller: number, now: number): number {
    const { most, within } = this.#terms;
    const known = this.#used.get(caller);
    const used = known && now - known.since < within ? known : { since: now, times: 0 };
    this.#used.set(caller, used);
    if (used.times >= most) return used.since + within - now;
    used.times += 1;
    return 0;
  }
}
