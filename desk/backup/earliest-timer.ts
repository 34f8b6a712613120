import type { Clock } from '../../contract/clock.ts';

/** Runs a function once, at the earliest of the times requested since its last run. */
export class EarliestTimer {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #run: () => void;
  #next: { at: number; callOff: () => void } | undefined;
  #stopped = false;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, run: () => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Runs it in this many milliseconds at the latest. */
  within(milliseconds: number): void {
    const at = this.#clock.monotonic() + milliseconds;
    if (this.#stopped || (this.#next && this.#next.at <= at)) return;
    this.cancel();
    const callOff = this.#clock.after(milliseconds, () => {
      this.#next = undefined;
      this.#run();
    });
    this.#next = { at, callOff };
  }

  /** Cancels the next run. */
  cancel(): void {
    this.#next?.callOff();
    this.#next = undefined;
  }

  /** Ends it; nothing runs any more. */
  stop(): void {
    this.cancel();
    this.#stopped = true;
  }
}
