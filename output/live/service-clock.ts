/** The number of frames that are compared: about eight seconds at two frames a second. */
const remembered = 16;
/** A larger difference (ms) is no jitter: the service's clock was set, or the machine slept. */
const step = 1_000;

/**
 * The service's clock, estimated from the times in its frames. Each frame arrives with some delay, so the fastest of
 * the recent frames gives the best estimate. All pages follow it, so their timers agree. Between frames it runs on the
 * page's monotonic clock, so changing the machine's clock does not move a timer.
 */
export class ChannelClock {
  readonly #local: () => number;
  #offsets: number[] = [];
  #offset: number | undefined;

  /** @param local returns milliseconds of a clock that never jumps */
  constructor(local: () => number) {
    this.#local = local;
  }

  /** Adjusts the estimate to a frame that carried the service's time, in milliseconds since the epoch. */
  follow(now: number): void {
    this.#offsets = [...this.#offsets, now - this.#local()].slice(-remembered);
    const best = Math.max(...this.#offsets);
    const offset = this.#offset;
    if (offset === undefined || best >= offset || offset - best > step) this.#offset = best;
    // The clock goes back by at most one millisecond a frame, so that a second is never shown twice.
    else this.#offset = offset - Math.min(1, offset - best);
  }

  /** Returns the service's time in milliseconds since the epoch. Until the first frame it is the machine's time. */
  now(): number {
    return this.#local() + (this.#offset ?? 0);
  }
}
