/** So many of the last frames are looked at: a few seconds of them. */
const remembered = 8;
/** From this much on (ms) another clock is news. */
const step = 50;

/**
 * How far the clock of a service is ahead of the desk's. Each frame of a live channel tells it less the time that the frame
 * was under way, so the most that the last ones told is the nearest to it.
 */
export class ClockOffset {
  #samples: number[] = [];
  #reported = 0;

  /**
   * A frame came, gives whether the clock turns out to be another one than it was taken for: `then` is when it was made by the service's clock, `now` when it came by the desk's (both ms). Where the
   * service is only asked, `then` was made up of all its answers so far, so the last one counts alone.
   */
  learn(then: number, now: number, way: 'live' | 'polled'): boolean {
    this.#samples = way === 'polled' ? [then - now] : [...this.#samples.slice(1 - remembered), then - now];
    // What was missed while the line was broken comes late, so a good estimate may follow on a bad one.
    if (Math.abs(this.ahead - this.#reported) < step) return false;
    this.#reported = this.ahead;
    return true;
  }

  /** Another service is heard from now on. */
  forget(): void {
    this.#samples = [];
  }

  /** Milliseconds; 0 where nothing was told. */
  get ahead(): number {
    return this.#samples.length === 0 ? 0 : Math.max(...this.#samples);
  }
}
