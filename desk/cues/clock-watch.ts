import type { Clock } from '../ports.ts';
import { timerDeadline } from './timer.ts';

/** Milliseconds by which the time of day must jump to be told to screens. */
const clockJump = 500;

/** Notices what happens to time itself: a machine that slept, and a clock that somebody set. */
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

  /** Whether the machine slept since the last look. */
  hasSlept(): boolean {
    const [clock, before] = [this.#clock, this.#asleep];
    // On some systems the monotonic clock stands still while the machine sleeps; on others, timers are late.
    this.#asleep = clock.sinceBoot() - clock.monotonic();
    return this.#asleep - before >= timerDeadline;
  }

  /** Whether somebody set the clock since the last look, so that what is shown of when things happen is wrong. */
  wasSet(): boolean {
    const start = this.#clock.now() - this.#clock.monotonic();
    if (Math.abs(start - this.#start) < clockJump) return false;
    this.#start = start;
    return true;
  }
}
