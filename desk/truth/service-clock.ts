import type { Clock } from '../ports.ts';

/**
 * The clock of a service, from the `date` headers of its answers: each says the second in which the answer was made, which
 * was after its request was sent and before it was there. Many of them together give it to less than a second.
 */
export class ServiceClock {
  readonly #clock: Pick<Clock, 'now'>;
  /** How far the service's clock is ahead (ms): at least and at most. */
  #ahead = { least: 0, most: 0 };
  #known = false;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** An answer came now whose request was sent at `sentAt` (the desk's clock, ms); `date` is its header. */
  learn(date: string | undefined, sentAt: number): void {
    const second = Date.parse(date ?? '');
    if (Number.isNaN(second)) return;
    const bounds = { least: second - this.#clock.now(), most: second + 1_000 - sentAt };
    const both = { least: Math.max(bounds.least, this.#ahead.least), most: Math.min(bounds.most, this.#ahead.most) };
    // What cannot be true together tells of a clock that was set, on either side: the newer one counts.
    this.#ahead = this.#known && both.least <= both.most ? both : bounds;
    this.#known = true;
  }

  /** The service's clock now, milliseconds since the epoch; the desk's own where no answer told of it. */
  now(): number {
    return Math.round(this.#clock.now() + (this.#ahead.least + this.#ahead.most) / 2);
  }
}
