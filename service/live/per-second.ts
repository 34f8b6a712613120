/** Limits messages per second. A second begins with the first message after the previous second. */
export class PerSecond {
  readonly #most: number;
  #began: number;
  #count = 0;

  constructor(most: number, now: number) {
    this.#most = most;
    this.#began = now;
  }

  allows(now: number): boolean {
    if (now - this.#began >= 1_000 || now < this.#began) {
      this.#began = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= this.#most;
  }
}
