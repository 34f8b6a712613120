import type { Clock } from '../../contract/clock.ts';

export class LossWatch {
  readonly #clock: Clock;
  readonly #due: () => void;
  #lostAt: number | undefined;
  #after: number | null = null;
  #failsOverAt: number | null = null;
  #callOff: () => void = () => {};

  constructor(clock: Clock, due: () => void) {
    [this.#clock, this.#due] = [clock, due];
  }

  /** Milliseconds since the epoch; null if no fail-over is due. */
  get failsOverAt(): number | null {
    return this.#failsOverAt;
  }

  get isDue(): boolean {
    return this.#lostAt !== undefined && this.#after !== null && this.#left <= 0;
  }

  /** `after`: ms until fail-over; null for never. */
  update(lost: boolean, after: number | null): void {
    const same = lost === (this.#lostAt !== undefined) && after === this.#after;
    if (same) return;
    this.#callOff();
    this.#lostAt = lost ? (this.#lostAt ?? this.#clock.monotonic()) : undefined;
    this.#after = after;
    this.#failsOverAt = null;
    if (this.#lostAt === undefined || after === null) return;
    const left = Math.max(0, this.#left);
    this.#failsOverAt = this.#clock.now() + left;
    this.#callOff = this.#clock.after(left, () => this.#due());
  }

  get #left(): number {
    return (this.#lostAt ?? Infinity) + (this.#after ?? Infinity) - this.#clock.monotonic();
  }
}
