import type { Clock } from '../ports.ts';

/** Milliseconds by which the time of day must jump to be told to screens. */
const clockJump = 500;

/** Notices that the machine slept, and that somebody set the clock. */
export class ClockWatch {
  readonly #clock: Clock;
  /** How long the machine had slept when this was last looked at (ms). */
  #asleep: number;
  /** The time of day at the start of the monotonic clock, when this was last looked at (ms since the epoch). */
  #start: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#asleep = clock.sinceBoot() - clock.monotonic();
    this.#start = clock.now() - clock.monotonic();
  }

  /** Milliseconds that the machine slept since this was last asked. */
  slept(): number {
    const before = this.#asleep;
    // On some systems the monotonic clock stands still while the machine sleeps; on others, timers are late.
    this.#asleep = this.#clock.sinceBoot() - this.#clock.monotonic();
    return this.#asleep - before;
  }

  /** Whether somebody set the clock since this was last asked. */
  wasSet(): boolean {
    const start = this.#clock.now() - this.#clock.monotonic();
    if (Math.abs(start - this.#start) < clockJump) return false;
    this.#start = start;
    return true;
  }
}
