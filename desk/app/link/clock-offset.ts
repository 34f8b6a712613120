/** How many of the latest frames count: a few seconds of them. */
const remembered = 8;
/** A smaller correction (ms) than this is not reported. */
const step = 50;

/**
 * How far the clock of a service is ahead of the desk's. Each frame of a live channel gives the offset minus its travel
 * time, so the largest of the latest values is the best estimate.
 */
export class ClockOffset {
  #samples: number[] = [];
  #reported = 0;

  /**
   * Learns from a frame: `then` is its time by the service's clock, `now` its arrival by the desk's (ms). Returns
   * whether the estimate changed noticeably. When polling, `then` is already an estimate from all answers, so only the
   * latest value counts.
   */
  learn(then: number, now: number, way: 'live' | 'polled'): boolean {
    this.#samples = way === 'polled' ? [then - now] : [...this.#samples.slice(1 - remembered), then - now];
    // Frames that were delayed by a broken line give bad estimates, and good ones follow.
    if (Math.abs(this.ahead - this.#reported) < step) return false;
    this.#reported = this.ahead;
    return true;
  }

  /** Another service is connected. */
  forget(): void {
    this.#samples = [];
  }

  /** Whether there was a frame. */
  get known(): boolean {
    return this.#samples.length > 0;
  }

  /** Milliseconds; 0 before the first frame. */
  get ahead(): number {
    return this.#samples.length === 0 ? 0 : Math.max(...this.#samples);
  }
}
