import type { Clock } from './clock.ts';

/** Milliseconds. */
const shortestSleep = 2_000;
/** Milliseconds; a longer timer delay means that the machine slept or nearly so. */
const longestHang = 10_000;

/** Milliseconds; screens learn only of larger jumps of the time of day. */
const clockJump = 500;

/** Detects sleep of the machine and changes of the clock. */
export class ClockWatch {
  readonly #clock: Clock;
  #asleep: number;
  /** Time of day at the monotonic clock's start, at the last check (ms since the epoch). */
  #start: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#asleep = clock.sinceBoot() - clock.monotonic();
    this.#start = clock.now() - clock.monotonic();
  }

  hasSlept(): boolean {
    const [clock, before] = [this.#clock, this.#asleep];
    // During sleep, the monotonic clock stops on some systems; on others, timers are late.
    this.#asleep = clock.sinceBoot() - clock.monotonic();
    return this.#asleep - before >= shortestSleep;
  }

  /** Displayed times are then wrong. */
  wasSet(): boolean {
    const start = this.#clock.now() - this.#clock.monotonic();
    if (Math.abs(start - this.#start) < clockJump) return false;
    this.#start = start;
    return true;
  }
}

export interface WakingClock extends Omit<Clock, 'sinceBoot'> {
  look(): void;
}

/**
 * A clock for manual actions, which sleep ends: `woke` runs before its timers. Input listeners call `look` first,
 * because old presses can look recent after sleep.
 */
export function wakingClock({ clock, woke }: { clock: Clock; woke: () => void }): WakingClock {
  const watch = new ClockWatch(clock);
  /** Due times of waiting timers (monotonic ms). */
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
