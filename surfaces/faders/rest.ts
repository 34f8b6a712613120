import type { Clock } from '../../contract/clock.ts';

/** Milliseconds after which a control that sends nothing more rests. */
const rests = 600;
/** Milliseconds after which one that never rests has been watched for long enough. */
const longest = 10_000;

/** Tells when a control that somebody tries rests: only then has it shown what it is, and is nothing left of its movement. */
export class Rest {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #then: () => void;
  #callOff: (() => void) | undefined;
  #callOffLongest: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'after'>, then: () => void) {
    this.#clock = clock;
    this.#then = then;
  }

  /** It sent something. */
  moved(): void {
    this.#callOff?.();
    this.#callOff = this.#clock.after(rests, () => this.#end());
    this.#callOffLongest ??= this.#clock.after(longest, () => this.#end());
  }

  /** Nobody waits for it any more. */
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
