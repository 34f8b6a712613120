/** What a guarded control needs of its surroundings. */
export interface PressGuardPorts {
  /** Milliseconds by a clock that never jumps. */
  now(): number;
  /** Call after so many milliseconds; gives the way to call that off. */
  after(milliseconds: number, run: () => void): () => void;
  /** It stands otherwise now. */
  stands(now: PressStands): void;
  fire(): void;
}

/** `held`: it fills; `armed`: another press fires it. */
export type PressStands = 'free' | 'held' | 'armed';

/** It must be held for so long (ms) to fire. */
export const holdFor = 500;
/** For so long (ms) a press that was too short keeps it armed, for a second one. */
export const armedFor = 3_000;
/** A second press sooner than this (ms) is taken for the first one's double click. */
const bounce = 400;

/**
 * A control that does not fire by accident, and can be worked with one finger: held for half a second it fires; a press that
 * was shorter arms it, and the next one fires it.
 */
export class PressGuard {
  readonly #ports: PressGuardPorts;
  #stands: PressStands = 'free';
  #armedAt = 0;
  #callOff: () => void = () => {};

  constructor(ports: PressGuardPorts) {
    this.#ports = ports;
  }

  /** It is pressed. */
  down(): void {
    if (this.#stands === 'held') return;
    if (this.#stands === 'free') return this.#stand('held', holdFor, () => this.#fire());
    if (this.#ports.now() - this.#armedAt >= bounce) this.#fire();
  }

  /** It is let go of: too soon to have fired, it is armed. */
  up(): void {
    if (this.#stands !== 'held') return;
    this.#armedAt = this.#ports.now();
    this.#stand('armed', armedFor, () => this.#free());
  }

  /** Nobody can tell any more whether it is held. */
  cancel(): void {
    if (this.#stands === 'held') this.#free();
  }

  /** Pressed by those who have no way to hold it. */
  tap(): void {
    this.down();
    this.up();
  }

  #stand(stands: 'held' | 'armed', milliseconds: number, then: () => void): void {
    this.#is(stands);
    this.#callOff = this.#ports.after(milliseconds, then);
  }

  #fire(): void {
    this.#free();
    this.#ports.fire();
  }

  #free(): void {
    this.#is('free');
    this.#callOff = () => {};
  }

  #is(stands: PressStands): void {
    this.#callOff();
    this.#stands = stands;
    this.#ports.stands(stands);
  }
}
