/** Kept readings. The desk stamps twice a second, so these cover ten seconds. */
const kept = 20;
/** A reading further back than this (ms) means that the desk's clock was set: a connected desk confirms more often. */
const clockWasSet = 3_000;

/**
 * The lead of the desk's clock over this screen's (ms). Each stamp ages on its way, so the largest difference is the
 * most accurate.
 */
export class DeskTime {
  #readings: number[] = [];

  /** `stamp` by the desk's clock, `now` by this screen's; both in ms since the epoch. */
  add(stamp: number, now: number): void {
    const reading = stamp - now;
    if (this.#readings.length > 0 && reading < this.ahead - clockWasSet) this.#readings = [];
    this.#readings = [...this.#readings, reading].slice(-kept);
  }

  /** 0 until the first stamp: a screen and its desk usually share one machine. */
  get ahead(): number {
    return this.#readings.length > 0 ? Math.max(...this.#readings) : 0;
  }
}
