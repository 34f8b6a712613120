/** The beats that are looked back on, at two a second about eight seconds. */
const remembered = 16;
/** A difference (ms) that is not jitter: the service's clock was set anew, or the machine slept. */
const step = 1_000;

/**
 * The service's clock, as heard in its frames. Every frame was under way for some time, so of the last few the one that
 * was fastest, which makes the clock latest, tells best. All timers of all pages follow it, so they show the same, and
 * it runs on the page's monotonic clock meanwhile, so setting the machine's clock does not move a timer.
 */
export class ServiceClock {
  readonly #local: () => number;
  #offsets: number[] = [];
  #offset: number | undefined;

  /** @param local milliseconds of a clock that never jumps */
  constructor(local: () => number) {
    this.#local = local;
  }

  /** A frame said that the service's clock stood at `now`, milliseconds since the epoch. */
  follow(now: number): void {
    this.#offsets = [...this.#offsets, now - this.#local()].slice(-remembered);
    const best = Math.max(...this.#offsets);
    const offset = this.#offset;
    if (offset === undefined || best >= offset || offset - best > step) this.#offset = best;
    // Going back is spread out, a millisecond a frame, so that a second which was shown is never shown again.
    else this.#offset = offset - Math.min(1, offset - best);
  }

  /** Milliseconds since the epoch by the service's clock; by this machine's until the service was heard. */
  now(): number {
    return this.#local() + (this.#offset ?? 0);
  }
}
