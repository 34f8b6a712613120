import type { Clock } from '../../contract/clock.ts';

export interface LossWatchPorts {
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>;
  /** The main has been lost for the time that is set. */
  due(): void;
}

/** Measures how long the main has been lost without interruption. */
export class LossWatch {
  readonly #ports: LossWatchPorts;
  #lostAt: number | undefined;
  #after: number | null = null;
  #failsOverAt: number | null = null;
  #callOff: () => void = () => {};

  constructor(ports: LossWatchPorts) {
    this.#ports = ports;
  }

  /** When fail-over is due (ms since the epoch); null if it is not. */
  get failsOverAt(): number | null {
    return this.#failsOverAt;
  }

  /** Whether the main has been lost for the time that is set. */
  get isDue(): boolean {
    return this.#lostAt !== undefined && this.#after !== null && this.#left <= 0;
  }

  /** `lost`: whether the main is lost now; `after`: the time that is set (ms), null for never. */
  update(lost: boolean, after: number | null): void {
    const same = lost === (this.#lostAt !== undefined) && after === this.#after;
    if (same) return;
    this.#callOff();
    this.#lostAt = lost ? (this.#lostAt ?? this.#ports.clock.monotonic()) : undefined;
    this.#after = after;
    this.#failsOverAt = null;
    if (this.#lostAt === undefined || after === null) return;
    const left = Math.max(0, this.#left);
    this.#failsOverAt = this.#ports.clock.now() + left;
    this.#callOff = this.#ports.clock.after(left, () => this.#ports.due());
  }

  get #left(): number {
    return (this.#lostAt ?? Infinity) + (this.#after ?? Infinity) - this.#ports.clock.monotonic();
  }
}
