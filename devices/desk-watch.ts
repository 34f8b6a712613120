import { staleAfter } from '../contract/devices/driver.ts';

/** Notices that the desk is silent. */
export class DeskWatch {
  readonly #after: (milliseconds: number, run: () => void) => () => void;
  readonly #stale: () => void;
  readonly #back: () => void;
  #isStale = false;
  #callOff: () => void = () => undefined;

  constructor(after: (milliseconds: number, run: () => void) => () => void, stale: () => void, back: () => void) {
    this.#after = after;
    this.#stale = stale;
    this.#back = back;
  }

  heard(): void {
    this.#callOff();
    this.#callOff = this.#after(staleAfter, () => {
      this.#isStale = true;
      this.#stale();
    });
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#back();
  }

  end(): void {
    this.#callOff();
  }
}
