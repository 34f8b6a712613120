/**
 * Limits the messages on one channel to so many per second. A second begins with the first message after the previous
 * one.
 */
export class PerSecond {
  readonly #most: number;
  #began: number;
  #count = 0;

  /** `now`: milliseconds, from a clock that may jump. */
  constructor(most: number, now: number) {
    this.#most = most;
    this.#began = now;
  }

  /** Counts a message. Gives whether it is within the limit. */
  allows(now: number): boolean {
    if (now - this.#began >= 1_000 || now < this.#began) {
      this.#began = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= this.#most;
  }
}
