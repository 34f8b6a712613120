/**
 * Limits the reports on one channel to so many per second. A second begins with the first report after the previous
 * one.
 */
export class PerSecond {
  readonly #most: number;
  #began: number;
  #said = 0;

  /** `now`: milliseconds, from a clock that may jump. */
  constructor(most: number, now: number) {
    this.#most = most;
    this.#began = now;
  }

  /** Counts a report. Gives whether it is within the limit. */
  allows(now: number): boolean {
    if (now - this.#began >= 1_000 || now < this.#began) {
      this.#began = now;
      this.#said = 0;
    }
    this.#said += 1;
    return this.#said <= this.#most;
  }
}
