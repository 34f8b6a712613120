/** How often somebody may do something: `most` times within `within` milliseconds, counted from the first time. */
export interface AllowanceTerms {
  most: number;
  within: number;
}

/** Counts how often each caller does something. Counts are kept in memory and begin anew when the service restarts. */
export class Allowance {
  readonly #terms: AllowanceTerms;
  readonly #used = new Map<number, { since: number; times: number }>();

  constructor(terms: AllowanceTerms) {
    this.#terms = terms;
  }

  /** Counts one more time, unless the caller has used up the allowance. Returns how long (ms) to wait then, else 0. */
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
