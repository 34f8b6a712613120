import { staleAfter } from '../contract/devices/driver.ts';

export interface DeskWatchPorts {
  /** Runs a function once after this many milliseconds. Returns the function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** Nothing was heard of the desk for too long: it hangs. */
  stale(): void;
  /** It is heard again. */
  back(): void;
}

/** Tells a desk that hangs from one that has nothing to say. */
export class DeskWatch {
  readonly #ports: DeskWatchPorts;
  #isStale = false;
  #callOff: () => void = () => undefined;

  constructor(ports: DeskWatchPorts) {
    this.#ports = ports;
  }

  /** The desk said something. It is watched from the first time on. */
  heard(): void {
    this.#callOff();
    this.#callOff = this.#ports.after(staleAfter, () => {
      this.#isStale = true;
      this.#ports.stale();
    });
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#ports.back();
  }

  end(): void {
    this.#callOff();
  }
}
