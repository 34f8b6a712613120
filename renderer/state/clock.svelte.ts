import { DeskTime } from './desk-time.ts';

/** Redraw interval (ms): counters show tenths of a second. */
const drawEvery = 100;

export class ScreenClock {
  readonly #read: () => number;
  readonly #deskTime = new DeskTime();
  #now = $state(0);
  onDraw = (): void => undefined;

  /** `read`: this screen's time in ms since the epoch. It must never jump, or ages would. */
  constructor(read: () => number) {
    this.#read = read;
    this.#now = read();
  }

  /** Milliseconds since the epoch by the desk's clock, updated ten times a second. */
  get now(): number {
    return this.#now;
  }

  /** `stamp`: a time just stamped by the desk, in ms since the epoch. */
  adjust(stamp: number): void {
    this.#deskTime.add(stamp, this.#read());
    this.#draw();
  }

  run(): () => void {
    const timer = setInterval(() => this.#draw(), drawEvery);
    return () => clearInterval(timer);
  }

  #draw(): void {
    this.#now = this.#read() + this.#deskTime.ahead;
    this.onDraw();
  }
}
