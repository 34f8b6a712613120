import type { FrameMeter } from './frame-meter.ts';

/** As many frames tell what the rhythm of the screen is. */
const sample = 6;
/** Milliseconds between two such samples: while one is taken, a change has to wait for its frame. */
const sampleEvery = 10_000;

/** What a watch needs of the page. */
export interface FrameWatchPorts {
  meter: FrameMeter;
  /** `requestAnimationFrame`. */
  request: (callback: (at: number) => void) => void;
  /** Whether something moves, so that a frame which is left out can be seen. */
  moving: () => boolean;
}

/**
 * Has a meter see the frames of a page: all while something moves, and now and then a few. A page that asked for each of
 * them would have its browser make sixty a second of which none is new, and a change would have to wait for its turn among
 * them, where it can otherwise be drawn at once.
 */
export class FrameWatch {
  readonly #ports: FrameWatchPorts;
  #watching = false;
  /** The frames that are still to be looked at. */
  #left = 0;
  #sampledAt = -Infinity;

  constructor(ports: FrameWatchPorts) {
    this.#ports = ports;
  }

  /** The picture was changed: if something moves in the next frame, the ones after it are watched too. */
  changed(): void {
    this.#watch(1);
  }

  /** Time goes on (`now` in ms): a few frames are looked at where that was not done for a while. */
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
