/** Readings for the refresh interval: a page may move to a slower screen. */
const remembered = 10;
const fewest = 5;
/** The most distances kept between two readings. With a lost link, nothing reads them. */
const most = 1_000;

/**
 * Counts frames from their times (ms). The refresh interval is the smallest median distance of the last readings. A
 * distance of several intervals means dropped frames.
 */
export class FrameMeter {
  /** Since the refresh interval became known. */
  dropped = 0;
  #distances: number[] = [];
  #last: number | undefined;
  #rate = 0;
  #rhythms: number[] = [];
  #rhythm = Infinity;

  /** `at` in ms. */
  frame(at: number): void {
    if (this.#last !== undefined && at > this.#last) {
      const distance = at - this.#last;
      if (this.#distances.length < most) this.#distances.push(distance);
      this.dropped += Math.max(0, Math.round(distance / this.#rhythm) - 1);
    }
    this.#last = at;
  }

  /** Frames are not watched for now, so the next distance is ignored. */
  pause(): void {
    this.#last = undefined;
  }

  /** Frames per second since the last reading; without frames, the last result. */
  frameRate(): number {
    const distances = this.#distances;
    this.#distances = [];
    this.#learn(distances);
    const seconds = distances.reduce((sum, one) => sum + one, 0) / 1000;
    if (seconds > 0) this.#rate = Math.min(1_000, Math.round((distances.length / seconds) * 10) / 10);
    return this.#rate;
  }

  #learn(distances: readonly number[]): void {
    if (distances.length < fewest) return;
    const usual = [...distances].sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
    this.#rhythms = [...this.#rhythms, usual].slice(-remembered);
    this.#rhythm = Math.min(...this.#rhythms);
  }
}

/** Frames that suffice for the refresh interval. */
const sample = 6;
/** Milliseconds between two samples. During a sample, a change waits for its frame. */
const sampleEvery = 10_000;

/**
 * Feeds a meter with frames: all while something moves, else a few from time to time. Requesting every frame would
 * render sixty unchanged frames a second, and a change would wait its turn among them. `request`:
 * `requestAnimationFrame`. `moving`: something moves, so a dropped frame would be visible.
 */
export function watchFrames(
  meter: FrameMeter,
  request: (callback: (at: number) => void) => void,
  moving: () => boolean,
) {
  let watching = false;
  let left = 0;
  let sampledAt = -Infinity;
  const frame = (at: number): void => {
    meter.frame(at);
    left -= 1;
    if (left <= 0 && moving()) left = sample;
    watching = left > 0;
    if (watching) request(frame);
    else meter.pause();
  };
  const watch = (frames: number): void => {
    left = Math.max(left, frames);
    if (watching) return;
    watching = true;
    request(frame);
  };
  return {
    /** The picture has changed. If something moves in the next frame, the following frames are watched too. */
    changed: () => watch(1),
    /** Watches a few frames if the last sample is old. `now`: milliseconds. */
    beat(now: number): void {
      if (now - sampledAt < sampleEvery) return;
      sampledAt = now;
      watch(sample);
    },
  };
}
