import type { Clock } from '../ports.ts';

/** Runs something once, at the soonest of the times that were asked for since it last ran. */
export class EarliestTimer {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #run: () => void;
  #next: { at: number; callOff: () => void } | undefined;
  #stopped = false;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, run: () => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Run it in so many milliseconds at the latest. */
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

  /** It need not run any more, until it is asked for again. */
  cancel(): void {
    this.#next?.callOff();
    this.#next = undefined;
  }

  /** It is never to run again. */
  stop(): void {
    this.cancel();
    this.#stopped = true;
  }
}
