/** Calls back once for each animation frame while it runs, with the milliseconds that passed since the frame before. */
export class EachFrame {
  /** How many of them run. */
  static running = 0;
  readonly #callback: (passed: number) => void;
  #handle: number | undefined;
  #before: number | undefined;

  constructor(callback: (passed: number) => void) {
    this.#callback = callback;
  }

  get running(): boolean {
    return this.#handle !== undefined;
  }

  /** Begins or stops; asking for what it already does changes nothing. */
  run(on: boolean): void {
    if (on === this.running) return;
    EachFrame.running += on ? 1 : -1;
    if (on) {
      this.#before = undefined;
      this.#handle = requestAnimationFrame(this.#frame);
    } else {
      cancelAnimationFrame(this.#handle ?? 0);
      this.#handle = undefined;
    }
  }

  readonly #frame = (at: number): void => {
    this.#handle = requestAnimationFrame(this.#frame);
    this.#callback(at - (this.#before ?? at));
    this.#before = at;
  };
}
