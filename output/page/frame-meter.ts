/** The refresh interval is taken from this many readings, because a page may move to a slower screen. */
const remembered = 10;
/** Fewer frames than these give no reliable interval. */
const fewest = 5;
/** The most distances kept between two readings. With a lost link nothing reads them. */
const most = 1_000;

/**
 * Counts the frames of a page from their times (ms). The screen's refresh interval is the smallest median distance of
 * the last readings. A distance of several intervals means that frames were dropped.
 */
export class FrameMeter {
  /** The frames dropped since the refresh interval became known. */
  dropped = 0;
  #distances: number[] = [];
  #last: number | undefined;
  #rate = 0;
  #rhythms: number[] = [];
  #rhythm = Infinity;

  /** Records that a frame was drawn at a time (ms). */
  frame(at: number): void {
    if (this.#last !== undefined && at > this.#last) {
      const distance = at - this.#last;
      if (this.#distances.length < most) this.#distances.push(distance);
      this.dropped += Math.max(0, Math.round(distance / this.#rhythm) - 1);
    }
    this.#last = at;
  }

  /** Frames are no longer watched or drawn, so the distance to the next one is ignored. */
  pause(): void {
    this.#last = undefined;
  }

  /** Returns the frames per second since the last reading. Without any frame the last result is repeated. */
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
