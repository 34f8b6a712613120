import type { Clock } from '../../contract/clock.ts';

/** Milliseconds after its time at which something that was timed is not done any more. */
export const timerDeadline = 2_000;

/** Milliseconds by which the two clocks differ from one look to the next although nobody set one. */
const clockSteps = 20;

type TimerClock = Pick<Clock, 'monotonic' | 'after'>;

/** Something that happens by itself. */
export interface Timed {
  /** Milliseconds until then. */
  wait: number;
  /** It is time, this many milliseconds ago. */
  run(late: number): void;
  /** The machine was too busy, or slept, until long after its time. It is never done later. */
  lapsed(): void;
}

/** A timer that can be held, and that never fires after its deadline. */
export class Timer {
  readonly #clock: TimerClock;
  readonly #timed: Pick<Timed, 'run' | 'lapsed'>;
  /** Milliseconds by the monotonic clock. */
  #due = 0;
  /** What {@link at} said. */
  #at = 0;
  /** Milliseconds that were left when it was held; undefined while it runs. */
  #left: number | undefined;
  #isRunning = true;
  #callOff: () => void = () => {};

  constructor(clock: TimerClock, { wait, ...timed }: Timed) {
    this.#clock = clock;
    this.#timed = timed;
    this.#start(wait);
  }

  /** Milliseconds until it fires. */
  get left(): number {
    return this.#left ?? Math.max(0, this.#due - this.#clock.monotonic());
  }

  /**
   * When it fires: milliseconds since the epoch, where `now` is the time of day. It is the same number until somebody sets the
   * clock, so that screens are not told of it anew each time.
   */
  at(now: number): number {
    const at = now + this.left;
    if (Math.abs(at - this.#at) > clockSteps) this.#at = at;
    return this.#at;
  }

  /** Whether it will fire, now or after it was held. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  get isHeld(): boolean {
    return this.#left !== undefined;
  }

  /** Stops the time, or goes on with what was left. */
  setHeld(held: boolean): void {
    if (!this.#isRunning || held === this.isHeld) return;
    const { left } = this;
    this.#callOff();
    this.#left = held ? left : undefined;
    if (!held) this.#start(left);
  }

  /** It will not fire. */
  end(): void {
    this.#isRunning = false;
    this.#callOff();
  }

  #start(wait: number): void {
    this.#due = this.#clock.monotonic() + wait;
    this.#callOff = this.#clock.after(wait, () => {
      this.#isRunning = false;
      const late = Math.max(0, this.#clock.monotonic() - this.#due);
      if (late < timerDeadline) this.#timed.run(late);
      else this.#timed.lapsed();
    });
  }
}
