/** Calls back on every animation frame while running, with the milliseconds since the previous frame. */
export class EachFrame {
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
