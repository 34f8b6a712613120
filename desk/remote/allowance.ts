import type { Clock } from '../../contract/clock.ts';

export class Allowance {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #terms: { atOnce: number; eachSecond: number };
  readonly #left = new Map<string, { left: number; at: number }>();
  /** Sweeping all names is slow, so at most once per second. */
  #sweptAt = -Infinity;

  constructor(clock: Pick<Clock, 'monotonic'>, terms: { atOnce: number; eachSecond: number }) {
    [this.#clock, this.#terms] = [clock, terms];
  }

  has(name: string): boolean {
    return this.#now(name) >= 1;
  }

  take(name: string): void {
    const left = this.#now(name) - 1;
    this.#left.set(name, { left, at: this.#clock.monotonic() });
    if (this.#left.size > 10_000 && this.#clock.monotonic() - this.#sweptAt > 1_000) {
      this.#sweptAt = this.#clock.monotonic();
      for (const one of [...this.#left.keys()]) if (this.#now(one) >= this.#terms.atOnce) this.#left.delete(one);
    }
  }

  tryTake(name: string): boolean {
    if (!this.has(name)) return false;
    this.take(name);
    return true;
  }

  /** Seconds. */
  wait(name: string): number {
    return Math.max(1, Math.ceil((1 - this.#now(name)) / this.#terms.eachSecond));
  }

  #now(name: string): number {
    const { atOnce: most, eachSecond: rate } = this.#terms;
    const known = this.#left.get(name);
    if (!known) return most;
    return Math.min(most, known.left + ((this.#clock.monotonic() - known.at) / 1_000) * rate);
  }
}
