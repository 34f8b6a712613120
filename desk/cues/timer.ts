import type { Clock } from '../../contract/clock.ts';

/** Milliseconds of lateness after which a timed event lapses. */
export const timerDeadline = 2_000;

/** Drift (ms) between the two clocks that no setting of a clock has caused. */
const clockSteps = 20;

type TimerClock = Pick<Clock, 'monotonic' | 'after'>;

export interface Timed {
  /** Milliseconds. */
  wait: number;
  /** `late`: milliseconds since the due time. */
  run(late: number): void;
  /** The machine was busy or asleep until after the deadline. `run` never follows. */
  lapsed(): void;
}

/** A timer that can be held and never fires after its deadline. */
export class Timer {
  readonly #clock: TimerClock;
  readonly #timed: Pick<Timed, 'run' | 'lapsed'>;
  #due = 0;
  #at = 0;
  /** Milliseconds left when held; undefined while running. */
  #left: number | undefined;
  #isRunning = true;
  #endedAt: number | undefined;
  #callOff: () => void = () => {};

  constructor(clock: TimerClock, { wait, ...timed }: Timed) {
    [this.#clock, this.#timed] = [clock, timed];
    this.#start(wait);
  }

  get left(): number {
    return this.#left ?? Math.max(0, this.#due - this.#clock.monotonic());
  }

  /**
   * The due time in ms since the epoch; `now` is the time of day. Stays constant until the clock is set, so that
   * screens need no update.
   */
  at(now: number): number {
    const at = now + this.left;
    if (Math.abs(at - this.#at) > clockSteps) this.#at = at;
    return this.#at;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get isHeld(): boolean {
    return this.#left !== undefined;
  }

  /** Pauses the timer, or resumes with the remaining time. */
  setHeld(held: boolean): void {
    if (!this.#isRunning || held === this.isHeld) return;
    const { left } = this;
    this.#callOff();
    this.#left = held ? left : undefined;
    if (!held) this.#start(left);
  }

  /** When it was ended before its time, in monotonic ms. */
  get endedAt(): number | undefined {
    return this.#endedAt;
  }

  end(): void {
    if (this.#isRunning) this.#endedAt = this.#clock.monotonic();
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
