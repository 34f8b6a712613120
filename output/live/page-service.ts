export class PageService {
  readonly clock = new ChannelClock(() => performance.timeOrigin + performance.now());
  mediaUrl = location.origin;
}

/** Compared frames: about eight seconds at two frames a second. */
const remembered = 16;
/** A larger difference (ms) is no jitter: the service's clock was set, or the machine slept. */
const step = 1_000;

/**
 * The service's clock, estimated from the times in its frames. Every frame is delayed, so the fastest of the recent
 * ones gives the best estimate. All pages follow it, so their timers agree. Between frames the page's monotonic clock
 * counts, so changing the machine's clock moves no timer.
 */
export class ChannelClock {
  readonly #local: () => number;
  #offsets: number[] = [];
  #offset: number | undefined;

  /** @param local milliseconds of a clock that never jumps */
  constructor(local: () => number) {
    this.#local = local;
  }

  /** `now`: the service's time in a frame (ms since the epoch). */
  follow(now: number): void {
    this.#offsets = [...this.#offsets, now - this.#local()].slice(-remembered);
    const best = Math.max(...this.#offsets);
    const offset = this.#offset;
    if (offset === undefined || best >= offset || offset - best > step) this.#offset = best;
    // Back by at most one millisecond per frame, so that a second is never shown twice.
    else this.#offset = offset - Math.min(1, offset - best);
  }

  /** The service's time (ms since the epoch); the machine's time before the first frame. */
  now(): number {
    return this.#local() + (this.#offset ?? 0);
  }
}
