import { armedFor } from '../../contract/press-guard.ts';
import { type WakingClock, wakingClock } from '../../contract/clock-watch.ts';
import type { Clock } from '../../contract/clock.ts';

export interface ArmedCuePorts {
  clock: Clock;
  changedViews(cues: Iterable<string>): void;
}

/**
 * The guarded cue that waits for its second press; one at most. Any other press, or a sleep of the machine, disarms it.
 */
export class ArmedCue {
  readonly #ports: ArmedCuePorts;
  readonly #clock: WakingClock;
  #armed: { cue: string; callOff: () => void } | undefined;

  constructor(ports: ArmedCuePorts) {
    this.#ports = ports;
    this.#clock = wakingClock({ clock: ports.clock, woke: () => this.disarm() });
  }

  is(cue: string): boolean {
    this.#clock.look();
    return this.#armed?.cue === cue;
  }

  arm(cue: string): void {
    const callOff = this.#clock.after(armedFor, () => this.disarm());
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
