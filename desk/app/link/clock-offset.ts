import type { Clock } from '../../../contract/clock.ts';
import { ClockWatch } from '../../../contract/clock-watch.ts';
import type { KnownClock } from '../same-shown.ts';
import { deadAfter } from '../../../contract/service-api/live-timing.ts';

const remembered = 8;
/** Milliseconds, from frames of a live channel, or from the dates of polled answers. */
const knownTo = { live: 50, polled: 500 };

/** Estimates the lead of a service's clock. Live samples lack the travel time, so the largest recent value is best. */
export class ClockOffset implements KnownClock {
  readonly #clock: Clock;
  readonly #watch: ClockWatch;
  /** How far (ms) the service is ahead of the desk's time of day, and of its monotonic clock. */
  #samples: { day: number; run: number }[] = [];
  #way: keyof typeof knownTo = 'live';

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#watch = new ClockWatch(clock);
  }

  /** `then`: the frame's time by the service. A polled value is an estimate already, so only the latest counts. */
  learn(then: number, way: keyof typeof knownTo): void {
    this.#way = way;
    const sample = { day: then - this.#clock.now(), run: then - this.#clock.monotonic() };
    // No frame of a live channel is later than `deadAfter`, so the clock of the service was set back.
    const isOther = this.#watch.wasSet() || sample.run < this.#most('run') - deadAfter || way === 'polled';
    this.#samples = isOther ? [sample] : [...this.#samples.slice(1 - remembered), sample];
  }

  forget(): void {
    this.#samples = [];
  }

  get known(): boolean {
    return this.#samples.length > 0;
  }

  /** Milliseconds; 0 before the first frame. */
  get ahead(): number {
    return this.known ? this.#most('day') : 0;
  }

  get accuracy(): number {
    return knownTo[this.#way];
  }

  /**
   * A time of the monotonic clock (ms) by the service's clock (ms since the epoch). Until the next frame, a desk whose
   * clock was set does not know whether the service has the same clock; the later time counts.
   */
  at(monotonic: number): number {
    const left = monotonic - this.#clock.monotonic();
    return Math.round(Math.max(monotonic + this.#most('run'), this.#clock.now() + left + this.#most('day')));
  }

  #most(of: 'day' | 'run'): number {
    return Math.max(...this.#samples.map((sample) => sample[of]));
  }
}
