/** By how much of each other two monotonic clocks may run apart: 500 millionths. */
const drift = 0.000_5;
/** Milliseconds between two calls that are both too old, after which it is the clocks that disagree. */
const apart = 1_000;

/**
 * How long ago the causes of calls happened, although the clocks of both ends of a link start anywhere. The smallest
 * difference so far between the arrival of a call and its cause is that of a call that was not held up.
 */
export class CallAge {
  readonly #limit: number;
  #least: { difference: number; at: number } | undefined;
  #refusedAt: number | undefined;

  /** `limit`: the age (ms) from which a call is too old. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * The age (ms) of a call that arrives at `now`; its cause happened at `then`, by the clock of the caller. If calls that
   * are more than a second apart are all too old, one end slept: its clock starts anew, and the second of them counts.
   */
  of(then: number, now: number): number {
    const difference = now - then;
    const expected = this.#least ? this.#least.difference + (now - this.#least.at) * drift : Infinity;
    const age = difference - expected;
    if (age >= this.#limit && (this.#refusedAt === undefined || now - this.#refusedAt < apart)) {
      this.#refusedAt ??= now;
      return age;
    }
    this.#refusedAt = undefined;
    const isLess = age <= 0 || age >= this.#limit;
    if (isLess) this.#least = { difference, at: now };
    return isLess ? 0 : age;
  }
}
