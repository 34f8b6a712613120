import { armedFor } from '../../contract/press-guard.ts';
import type { Clock } from '../ports.ts';

export interface ArmedCuePorts {
  clock: Pick<Clock, 'after'>;
  /** The views of these cues may have changed. */
  changedViews(cues: Iterable<string>): void;
}

/** The guarded cue that takes a second press now. There is one at most: any other press disarms it. */
export class ArmedCue {
  readonly #ports: ArmedCuePorts;
  #armed: { cue: string; callOff: () => void } | undefined;

  constructor(ports: ArmedCuePorts) {
    this.#ports = ports;
  }

  is(cue: string): boolean {
    return this.#armed?.cue === cue;
  }

  arm(cue: string): void {
    const callOff = this.#ports.clock.after(armedFor, () => this.disarm());
    this.#armed = { cue, callOff };
    this.#ports.changedViews([cue]);
  }

  disarm(): void {
    const armed = this.#armed;
    if (!armed) return;
    armed.callOff();
    this.#armed = undefined;
    this.#ports.changedViews([armed.cue]);
  }
}
