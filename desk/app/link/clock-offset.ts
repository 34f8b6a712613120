/** A few seconds of frames. */
const remembered = 8;
/** Smaller corrections (ms) are not reported. */
const step = 50;

/** Estimates the lead of a service's clock. Live samples lack the travel time, so the largest recent value is best. */
export class ClockOffset {
  #samples: number[] = [];
  #reported = 0;

  /**
   * `then`: frame time by the service; `now`: arrival (ms). Returns whether the estimate changed noticeably. Polled
   * values are already estimates, so only the latest counts.
   */
  learn(then: number, now: number, way: 'live' | 'polled'): boolean {
    this.#samples = way === 'polled' ? [then - now] : [...this.#samples.slice(1 - remembered), then - now];
    // Delayed frames of a broken line give bad estimates, but good frames follow.
    if (Math.abs(this.ahead - this.#reported) < step) return false;
    this.#reported = this.ahead;
    return true;
  }

  forget(): void {
    this.#samples = [];
  }

  get known(): boolean {
    return this.#samples.length > 0;
  }

  /** Milliseconds; 0 before the first frame. */
  get ahead(): number {
    return this.#samples.length === 0 ? 0 : Math.max(...this.#samples);
  }
}
