import type { Clock } from './clock.ts';

export interface GuardRule {
  /** Milliseconds until a held press fires; undefined if holding has no effect. */
  holds?: number;
  arms: boolean;
  /** A second press within this time (ms) is a bounce. */
  bounce: number;
}

type GuardClock = Pick<Clock, 'monotonic' | 'after'>;

export interface PressGuardPorts {
  clock: GuardClock;
  /** `lasts`: milliseconds until the state ends without a press. */
  changed(state: GuardState, lasts: number): void;
  fire(): void;
  /** Calls `then` once no release can be in transit; never if that is uncertain. Absent: releases arrive at once. */
  caughtUp?: ((then: () => void) => void) | undefined;
  /** Did not fire: in time, no proof arrived that the hold continued. */
  unsure?: () => void;
}

export type GuardState = 'free' | 'held' | 'armed';

export const armedFor = 3_000;
/** Milliseconds to confirm that a hold continues. */
const certainWithin = 2_000;

/**
 * Calls `then` with true once no release can be in transit, or with false if no proof of that arrives. Returns a cancel
 * function.
 */
export function onceCaughtUp(
  clock: GuardClock,
  caughtUp: (then: () => void) => void,
  then: (isCertain: boolean) => void,
): () => void {
  let isOver = false;
  const end = (): boolean => {
    const isFirst = !isOver;
    isOver = true;
    callOff();
    return isFirst;
  };
  const callOff = clock.after(certainWithin, () => {
    if (end()) then(false);
  });
  caughtUp(() => {
    if (end()) then(true);
  });
  return () => void end();
}

export class PressGuard {
  readonly #rule: () => GuardRule;
  readonly #ports: PressGuardPorts;
  #state: GuardState = 'free';
  #armedAt = 0;
  #callOff: () => void = () => {};

  constructor(rule: () => GuardRule, ports: PressGuardPorts) {
    this.#rule = rule;
    this.#ports = ports;
  }

  /** Returns whether the press counts; a bounce does not. */
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

  /** May arm a press that has not fired. `heldFor` (ms) fires a late release that was held long enough. */
  up(heldFor = 0): void {
    if (this.#state !== 'held') return;
    const { holds = Infinity, arms } = this.#rule();
    if (heldFor >= holds) this.#fire();
    else if (arms) this.#arm();
    else this.#free();
  }

  /** The pointer or focus left, so the key state is unknown. */
  cancel(): void {
    if (this.#state === 'held') this.#free();
  }

  /** Assistive technology cannot hold a button. */
  tap(): void {
    this.down();
    this.up();
  }

  /** Ends the guard silently. */
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

  #heldLongEnough(): void {
    const { clock, caughtUp, unsure } = this.#ports;
    if (!caughtUp) return this.#fire();
    this.#callOff = onceCaughtUp(clock, caughtUp, (isCertain) => {
      if (isCertain) return this.#fire();
      this.#free();
      unsure?.();
    });
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
