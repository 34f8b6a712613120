import type { Clock } from '../../contract/clock.ts';

export interface LossWatchPorts {
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>;
  due(): void;
}

export class LossWatch {
  readonly #ports: LossWatchPorts;
  #lostAt: number | undefined;
  #after: number | null = null;
  #failsOverAt: number | null = null;
  #callOff: () => void = () => {};

  constructor(ports: LossWatchPorts) {
    this.#ports = ports;
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
