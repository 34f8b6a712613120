import type { Clock } from '../../contract/clock.ts';

/** Milliseconds of silence after which a control rests. */
const rests = 600;
/** Milliseconds after which a control that never rests has been watched long enough. */
const longest = 10_000;

/** Detects when a tried control rests: only then is its type clear and its movement over. */
export class Rest {
  readonly #clock: Clock;
  readonly #then: () => void;
  #callOff: (() => void) | undefined;
  #callOffLongest: (() => void) | undefined;

  constructor(clock: Clock, then: () => void) {
    [this.#clock, this.#then] = [clock, then];
  }

  moved(): void {
    this.#callOff?.();
    this.#callOff = this.#clock.after(rests, () => this.#end());
    this.#callOffLongest ??= this.#clock.after(longest, () => this.#end());
  }

  callOff(): void {
    this.#callOff?.();
    this.#callOffLongest?.();
    this.#callOffLongest = undefined;
  }

  #end(): void {
    this.callOff();
    this.#then();
  }
}
