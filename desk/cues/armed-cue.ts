import { armedFor } from '../../contract/press-machine.ts';
import { type WakingClock, wakingClock } from '../../contract/clock-watch.ts';
import type { Clock } from '../../contract/clock.ts';

/**
 * The guarded cue that waits for its second press; one at most. Any other press, or a sleep of the machine, disarms it.
 */
export class ArmedCue {
  readonly #changed: (cue: string) => void;
  readonly #clock: WakingClock;
  #armed: { cue: string; callOff: () => void } | undefined;

  constructor(clock: Clock, changed: (cue: string) => void) {
    this.#changed = changed;
    this.#clock = wakingClock({ clock, woke: () => this.disarm() });
  }

  is(cue: string): boolean {
    this.#clock.look();
    return this.#armed?.cue === cue;
  }

  arm(cue: string): void {
    const callOff = this.#clock.after(armedFor, () => this.disarm());
    this.#armed = { cue, callOff };
    this.#changed(cue);
  }

  disarm(): void {
    const armed = this.#armed;
    if (!armed) return;
    armed.callOff();
    this.#armed = undefined;
    this.#changed(armed.cue);
  }
}
