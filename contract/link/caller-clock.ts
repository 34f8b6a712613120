/** Maximum relative drift of two monotonic clocks: 500 ppm. */
const drift = 0.000_5;

/** Bounds of this end's clock minus the caller's (ms), measured `at` this end's time. */
interface Difference {
  least: number;
  most: number;
  at: number;
}

/**
 * The caller's monotonic clock, estimated by repeated queries. A delayed answer only widens the bounds: the caller read
 * its clock between question and answer.
 */
export class CallerClock {
  #difference: Difference | undefined;

  heard(asked: number, theirs: number, now: number): void {
    const told = { least: asked - theirs, most: now - theirs, at: now };
    const known = this.#known(now);
    const both = { least: Math.max(told.least, known.least), most: Math.min(told.most, known.most), at: now };
    // Contradictory bounds mean that one end slept with its clock stopped.
    this.#difference = both.least <= both.most ? both : told;
  }

  /**
   * The minimum age (ms) at `now` of an event at `then` on the caller's clock; 0 before the first answer. An event in
   * the future means this end slept, so its age may equal the sleep.
   */
  age(then: number, now: number): number {
    if (!this.#difference) return 0;
    const { least, most } = this.#known(now);
    return Math.max(0, now - then - most, least - (now - then));
  }

  /** The caller's clock at this end's time `then`, or earlier; undefined before the first answer. */
  theirs(then: number, now: number): number | undefined {
    return this.#difference && then - this.#known(now).most;
  }

  #known(now: number): Difference {
    const { least, most, at } = this.#difference ?? { least: -Infinity, most: Infinity, at: now };
    const apart = (now - at) * drift;
    return { least: least - apart, most: most + apart, at: now };
  }
}
