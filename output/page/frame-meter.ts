/** A screen's rhythm is looked for in this many of the last readings: a page may come to a slower screen. */
const remembered = 10;
/** Fewer frames than this tell no rhythm. */
const fewest = 5;
/** More than these are not kept from one reading to the next: with a lost link nobody reads. */
const most = 1_000;

/**
 * Counts the frames of a page by their times (ms). The rhythm of its screen is the shortest usual distance of two frames of
 * the last readings; where a distance is a multiple of it, the frames between were dropped.
 */
export class FrameMeter {
  /** Frames that were left out, from when the rhythm was first known. */
  dropped = 0;
  #distances: number[] = [];
  #last: number | undefined;
  #rate = 0;
  #rhythms: number[] = [];
  #rhythm = Infinity;

  /** A frame is drawn. */
  frame(at: number): void {
    if (this.#last !== undefined && at > this.#last) {
      const distance = at - this.#last;
      if (this.#distances.length < most) this.#distances.push(distance);
      this.dropped += Math.max(0, Math.round(distance / this.#rhythm) - 1);
    }
    this.#last = at;
  }

  /** Frames are no longer looked at, or are not drawn: the distance to the next one says nothing. */
  pause(): void {
    this.#last = undefined;
  }

  /** Frames a second, of those that were seen since the last reading; as at that one where there were none. */
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
