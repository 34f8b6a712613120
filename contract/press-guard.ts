/** How presses get through a guard: by holding, by a second press, or by either. */
export interface GuardRule {
  /** A press this long (ms) fires; undefined if holding does nothing. */
  holds?: number;
  /** Whether a press that does not fire arms it, so that the next one fires. */
  arms: boolean;
  /** A second press within this time (ms) counts as a bounce of the first. */
  bounce: number;
}

export interface PressGuardPorts {
  clock: {
    /** Milliseconds from an arbitrary start that never jump. */
    monotonic(): number;
    after(milliseconds: number, run: () => void): () => void;
  };
  /** It has another state, which lasts for so many milliseconds if nobody presses. */
  changed(state: GuardState, lasts: number): void;
  fire(): void;
  /**
   * Calls `then` once no release can be on its way any more; never, if nobody can tell. If absent, releases come at once.
   */
  caughtUp?: ((then: () => void) => void) | undefined;
  /** It was held for long enough, but nobody could tell in time whether it still is, so it did not fire. */
  unsure?: () => void;
}

/** `held`: it fires when it is held for long enough; `armed`: the next press fires. */
export type GuardState = 'free' | 'held' | 'armed';

/** Milliseconds for which a press arms. */
export const armedFor = 3_000;
/** Milliseconds within which it must be certain that what was held long enough is held still. */
const certainWithin = 2_000;

/** What tells whether something that was held for long enough is held still. */
interface CertaintyPorts extends Pick<PressGuardPorts, 'clock'> {
  caughtUp: (then: () => void) => void;
  /** Nobody could tell in time. */
  unsure(): void;
}

/** Calls `then` once no release can be on its way any more. Returns what calls that off. */
export function onceCaughtUp({ clock, caughtUp, unsure }: CertaintyPorts, then: () => void): () => void {
  let isOver = false;
  const end = (): boolean => {
    const isFirst = !isOver;
    isOver = true;
    callOff();
    return isFirst;
  };
  const callOff = clock.after(certainWithin, () => {
    if (end()) unsure();
  });
  caughtUp(() => {
    if (end()) then();
  });
  return () => void end();
}

/** Guards a button on screen, or a key, against accidental presses. */
export class PressGuard {
  readonly #rule: () => GuardRule;
  readonly #ports: PressGuardPorts;
  #state: GuardState = 'free';
  #armedAt = 0;
  #callOff: () => void = () => {};

  /** `rule` gives the rule of the press that comes next. */
  constructor(rule: () => GuardRule, ports: PressGuardPorts) {
    this.#rule = rule;
    this.#ports = ports;
  }

  /** It goes down. Returns whether the press counts; a bounce does not. */
  down(): boolean {
    const { holds, bounce } = this.#rule();
    if (this.#state === 'armed') {
      if (this.#ports.clock.monotonic() - this.#armedAt < bounce) return false;
      this.#fire();
    } else if (this.#state === 'free') {
      if (holds === undefined) this.#arm();
      else this.#enter('held', { lasts: holds, then: () => this.#heldLongEnough() });
    }
    return true;
  }

  /**
   * It comes up. A press that has not fired may arm it. `heldFor` says for how long (ms) it was down, where it may come up late, and for
   * long enough, before anybody could be sure of that.
   */
  up(heldFor = 0): void {
    if (this.#state !== 'held') return;
    const { holds = Infinity, arms } = this.#rule();
    if (heldFor >= holds) this.#fire();
    else if (arms) this.#arm();
    else this.#free();
  }

  /** Nobody can tell any more whether it is down, because the pointer or the focus has left it. */
  cancel(): void {
    if (this.#state === 'held') this.#free();
  }

  /** A press by assistive technology, which cannot hold it down. */
  tap(): void {
    this.down();
    this.up();
  }

  /** It is there no more. Neither fires nor tells anything. */
  end(): void {
    this.#callOff();
    this.#callOff = () => {};
    this.#state = 'free';
  }

  #arm(): void {
    this.#armedAt = this.#ports.clock.monotonic();
    this.#enter('armed', { lasts: armedFor, then: () => this.#free() });
  }

  #enter(state: 'held' | 'armed', { lasts, then }: { lasts: number; then: () => void }): void {
    this.#callOff();
    this.#callOff = this.#ports.clock.after(lasts, then);
    this.#state = state;
    this.#ports.changed(state, lasts);
  }

  /** It fires, unless its release was on its way already. */
  #heldLongEnough(): void {
    const { clock, caughtUp, unsure } = this.#ports;
    if (!caughtUp) return this.#fire();
    const gaveUp = (): void => {
      this.#free();
      unsure?.();
    };
    this.#callOff = onceCaughtUp({ clock, caughtUp, unsure: gaveUp }, () => this.#fire());
  }

  #fire(): void {
    this.#free();
    this.#ports.fire();
  }

  #free(): void {
    this.end();
    this.#ports.changed('free', 0);
  }
}
