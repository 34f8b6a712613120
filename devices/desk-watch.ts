import { staleAfter } from '../contract/devices/driver.ts';

export interface DeskWatchPorts {
  after(milliseconds: number, run: () => void): () => void;
  stale(): void;
  back(): void;
}

export class DeskWatch {
  readonly #ports: DeskWatchPorts;
  #isStale = false;
  #callOff: () => void = () => undefined;

  constructor(ports: DeskWatchPorts) {
    this.#ports = ports;
  }

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
