import type { Clock } from '../../../contract/clock.ts';

/**
 * Estimates a service's clock from `date` headers. Each answer gives bounds; several are accurate to less than a
 * second.
 */
export class ServiceClock {
  readonly #clock: Pick<Clock, 'now'>;
  /** Bounds on how far the service's clock is ahead (ms). */
  #ahead = { least: 0, most: 0 };
  #known = false;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** `sentAt`: when the request was sent (desk's clock, ms). */
  learn(date: string | undefined, sentAt: number): void {
    const second = Date.parse(date ?? '');
    if (Number.isNaN(second)) return;
    const bounds = { least: second - this.#clock.now(), most: second + 1_000 - sentAt };
    const both = { least: Math.max(bounds.least, this.#ahead.least), most: Math.min(bounds.most, this.#ahead.most) };
    // Contradictory bounds mean that one of the clocks was set, so the newer bounds count.
    this.#ahead = this.#known && both.least <= both.most ? both : bounds;
    this.#known = true;
  }

  /** Milliseconds since the epoch by the service's clock; by the desk's clock if no answer had a date. */
  now(): number {
    return Math.round(this.#clock.now() + (this.#ahead.least + this.#ahead.most) / 2);
  }
}
