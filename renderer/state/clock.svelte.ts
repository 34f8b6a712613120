import { DeskTime } from './desk-time.ts';

/** How often what counts on the screen is drawn anew, in milliseconds: tenths of a second are the finest that is shown. */
const drawEvery = 100;

/** The desk's time on this screen, for what counts up by itself: timers and the age of what is confirmed. */
export class Clock {
  readonly #read: () => number;
  readonly #deskTime = new DeskTime();
  #now = $state(0);

  /** `read` gives this screen's time in ms since the epoch; it must never step, or ages would. */
  constructor(read: () => number) {
    this.#read = read;
    this.#now = read();
  }

  /** Milliseconds since the epoch by the desk's clock, moving on ten times a second. */
  get now(): number {
    return this.#now;
  }

  /** The desk has just stamped this moment, in ms since the epoch. */
  hear(stamp: number): void {
    this.#deskTime.hear(stamp, this.#read());
    this.#draw();
  }

  /** Let the time run; gives the way to stop it. */
  run(): () => void {
    const timer = setInterval(() => this.#draw(), drawEvery);
    return () => clearInterval(timer);
  }

  #draw(): void {
    this.#now = this.#read() + this.#deskTime.ahead;
  }
}
