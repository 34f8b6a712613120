/** By how much of each other two monotonic clocks may run apart: 500 millionths. */
const drift = 0.000_5;

/** Between which bounds the clock of this end is ahead of that of the caller (ms), as known `at` a time of this end. */
interface Difference {
  least: number;
  most: number;
  at: number;
}

/**
 * The monotonic clock of a caller, as this end of the link knows it: the caller is asked for its time again and again.
 * The caller read its clock between the question and the answer, so an answer that was held up proves little, but
 * nothing wrong.
 */
export class CallerClock {
  #difference: Difference | undefined;

  /** The caller was asked at `asked`, and its clock showed `theirs`; its answer arrives at `now`. */
  heard(asked: number, theirs: number, now: number): void {
    const told = { least: asked - theirs, most: now - theirs, at: now };
    const known = this.#known(now);
    const both = { least: Math.max(told.least, known.least), most: Math.min(told.most, known.most), at: now };
    // Bounds that contradict each other mean that one end slept, and its clock stood still.
    this.#difference = both.least <= both.most ? both : told;
  }

  /**
   * The least age (ms) at `now` of what happened at `then` by the clock of the caller; 0 before its first answer. What seems to
   * come from the future shows that this end slept, and may be as old as that sleep was long.
   */
  age(then: number, now: number): number {
    if (!this.#difference) return 0;
    const { least, most } = this.#known(now);
    return Math.max(0, now - then - most, least - (now - then));
  }

  /** The time of the caller's clock at the time `then` of this end, or an earlier one; undefined before its first answer. */
  theirs(then: number, now: number): number | undefined {
    return this.#difference && then - this.#known(now).most;
  }

  /** The bounds at `now`: clocks drift apart, so they widen. */
  #known(now: number): Difference {
    const { least, most, at } = this.#difference ?? { least: -Infinity, most: Infinity, at: now };
    const apart = (now - at) * drift;
    return { least: least - apart, most: most + apart, at: now };
  }
}
