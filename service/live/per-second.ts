/** How much one channel may say in a second; the second begins with the first that is said after the one before. */
export class PerSecond {
  readonly #most: number;
  #began: number;
  #said = 0;

  /** `now`: milliseconds, by a clock that may jump. */
  constructor(most: number, now: number) {
    this.#most = most;
    this.#began = now;
  }

  /** Something was said; gives whether that is not too much. */
  allows(now: number): boolean {
    if (now - this.#began >= 1_000 || now < this.#began) {
      this.#began = now;
      this.#said = 0;
    }
    this.#said += 1;
    return this.#said <= this.#most;
  }
}
