/** How many readings of the desk's clock are kept: with a beat each half second, those of the last ten seconds. */
const kept = 20;
/** A live desk confirms more often than this (ms); a reading further back than this means that its clock was set. */
const clockWasSet = 3_000;

/**
 * How far the desk's clock is ahead of this screen's, in milliseconds, judged by the moments it stamps. Each stamp is
 * already a little old when it arrives, so the largest difference is the nearest to the truth.
 */
export class DeskTime {
  #readings: number[] = [];

  /** A stamp of the desk's clock that has just been made, and this screen's time now; both ms since the epoch. */
  hear(stamp: number, now: number): void {
    const reading = stamp - now;
    if (this.#readings.length > 0 && reading < this.ahead - clockWasSet) this.#readings = [];
    this.#readings = [...this.#readings, reading].slice(-kept);
  }

  /** 0 until the desk was heard: a screen and its desk mostly share one machine. */
  get ahead(): number {
    return this.#readings.length > 0 ? Math.max(...this.#readings) : 0;
  }
}
