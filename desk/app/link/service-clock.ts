import type { Clock } from '../../../contract/clock.ts';

/**
 * Estimates the clock of a service from the `date` headers of its answers. Each gives a second between the sending of
 * the request and the arrival of the answer. Several together are accurate to less than a second.
 */
export class ServiceClock {
  readonly #clock: Pick<Clock, 'now'>;
  /** Bounds on how far the service's clock is ahead (ms). */
  #ahead = { least: 0, most: 0 };
  #known = false;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** An answer arrived now. `date` is its header, `sentAt` when its request was sent (desk's clock, ms). */
  learn(date: string | undefined, sentAt: number): void {
    const second = Date.parse(date ?? '');
    if (Number.isNaN(second)) return;
    const bounds = { least: second - this.#clock.now(), most: second + 1_000 - sentAt };
    const both = { least: Math.max(bounds.least, this.#ahead.least), most: Math.min(bounds.most, this.#ahead.most) };
    // Contradictory bounds mean that one of the clocks was set, so the newer bounds count.
    this.#ahead = this.#known && both.least <= both.most ? both : bounds;
    this.#known = true;
  }

  /** The service's clock now, in milliseconds since the epoch; the desk's own if no answer had a date. */
  now(): number {
    return Math.round(this.#clock.now() + (this.#ahead.least + this.#ahead.most) / 2);
  }
}
