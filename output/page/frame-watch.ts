import type { FrameMeter } from './frame-meter.ts';

/** The number of frames that show the refresh interval. */
const sample = 6;
/** Milliseconds between two samples. While a sample runs, a change has to wait for its frame. */
const sampleEvery = 10_000;

/** What the watch needs from the page. */
export interface FrameWatchPorts {
  meter: FrameMeter;
  /** `requestAnimationFrame`. */
  request: (callback: (at: number) => void) => void;
  /** Whether anything is moving, so that a dropped frame would be visible. */
  moving: () => boolean;
}

/**
 * Feeds a meter with the frames of a page: all of them while something moves, and a few from time to time. Requesting
 * every frame would make the browser render sixty unchanged frames a second, and a change would wait its turn among
 * them instead of being drawn at once.
 */
export class FrameWatch {
  readonly #ports: FrameWatchPorts;
  #watching = false;
  /** The frames that are still to be watched. */
  #left = 0;
  #sampledAt = -Infinity;

  constructor(ports: FrameWatchPorts) {
    this.#ports = ports;
  }

  /** The picture has changed. If something moves in the next frame, the following frames are watched too. */
  changed(): void {
    this.#watch(1);
  }

  /**
   * Watches a few frames if the last sample was long ago.
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
    this.#ports.request(this.#frame);
  }

  readonly #frame = (at: number): void => {
    this.#ports.meter.frame(at);
    this.#left -= 1;
    if (this.#left <= 0 && this.#ports.moving()) this.#left = sample;
    this.#watching = this.#left > 0;
    if (this.#watching) this.#ports.request(this.#frame);
    else this.#ports.meter.pause();
  };
}
