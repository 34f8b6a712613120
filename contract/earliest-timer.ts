import type { Clock } from './clock.ts';

/** Runs a function once, at the earliest time requested since its last run. */
export class EarliestTimer {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #run: () => void;
  #next: { at: number; callOff: () => void } | undefined;
  #stopped = false;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, run: () => void) {
    [this.#clock, this.#run] = [clock, run];
  }

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

  cancel(): void {
    this.#next?.callOff();
    this.#next = undefined;
  }

  stop(): void {
    this.cancel();
    this.#stopped = true;
  }
}
