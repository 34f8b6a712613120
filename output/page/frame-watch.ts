import type { FrameMeter } from './frame-meter.ts';

/** Frames that suffice for the refresh interval. */
const sample = 6;
/** Milliseconds between two samples. During a sample, a change waits for its frame. */
const sampleEvery = 10_000;

/**
 * Feeds a meter with frames: all while something moves, else a few from time to time. Requesting every frame would
 * render sixty unchanged frames a second, and a change would wait its turn among them.
 */
export class FrameWatch {
  readonly #meter: FrameMeter;
  readonly #request: (callback: (at: number) => void) => void;
  readonly #moving: () => boolean;
  #watching = false;
  #left = 0;
  #sampledAt = -Infinity;

  /**
   * @param request `requestAnimationFrame`
   * @param moving whether something moves, so that a dropped frame would be visible
   */
  constructor(meter: FrameMeter, request: (callback: (at: number) => void) => void, moving: () => boolean) {
    this.#meter = meter;
    this.#request = request;
    this.#moving = moving;
  }

  /** The picture has changed. If something moves in the next frame, the following frames are watched too. */
  changed(): void {
    this.#watch(1);
  }

  /**
   * Watches a few frames if the last sample is old.
   * @param now milliseconds
   */
  beat(now: number): void {
    if (now - this.#sampledAt < sampleEvery) return;
    this.#sampledAt = now;
    this.#watch(sample);
  }

  #watch(frames: number): void {
    this.#left = Math.max(this.#left, frames);
    if (this.#watching) return;
    this.#watching = true;
    this.#request(this.#frame);
  }

  readonly #frame = (at: number): void => {
    this.#meter.frame(at);
    this.#left -= 1;
    if (this.#left <= 0 && this.#moving()) this.#left = sample;
    this.#watching = this.#left > 0;
    if (this.#watching) this.#request(this.#frame);
    else this.#meter.pause();
  };
}
