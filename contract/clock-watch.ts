import type { Clock } from './clock.ts';

/** Milliseconds from which on a sleep counts. */
const shortestSleep = 2_000;
/** Milliseconds by which a timer is late only where the machine slept, or as good as that. */
const longestHang = 10_000;

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
    return this.#asleep - before >= shortestSleep;
  }

  /** Whether somebody set the clock since the last look, so that what is shown of when things happen is wrong. */
  wasSet(): boolean {
    const start = this.#clock.now() - this.#clock.monotonic();
    if (Math.abs(start - this.#start) < clockJump) return false;
    this.#start = start;
    return true;
  }
}

export interface WakingClock extends Omit<Clock, 'sinceBoot'> {
  /** Notices a sleep of the machine, if there was one since the last look. */
  look(): void;
}

/**
 * A clock for what a hand began, which a sleep of the machine ends: `woke` is called before anything that waited for this clock goes on,
 * and whoever listens to the hand calls `look` first. Some systems let the monotonic clock stand still in a sleep, so that a press of last
 * night would look like one of a moment ago. On others a timer is as late as the sleep was long.
 */
export function wakingClock({ clock, woke }: { clock: Clock; woke: () => void }): WakingClock {
  const watch = new ClockWatch(clock);
  /** When what waits for this clock is due, by the monotonic clock. */
  const waiting = new Set<{ due: number }>();
  const look = (): void => {
    const isLate = [...waiting].some(({ due }) => clock.monotonic() - due >= longestHang);
    if (watch.hasSlept() || isLate) woke();
  };
  return {
    look,
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after(milliseconds, run) {
      const timer = { due: clock.monotonic() + milliseconds };
      waiting.add(timer);
      const callOff = clock.after(milliseconds, () => {
        look();
        if (waiting.delete(timer)) run();
      });
      return () => {
        waiting.delete(timer);
        callOff();
      };
    },
  };
}
