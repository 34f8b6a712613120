/** What a guarded control needs from outside. */
export interface PressGuardPorts {
  /** Milliseconds on a clock that never jumps. */
  now(): number;
  /** Runs a function after a time in milliseconds; returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** The state changed. */
  changed(state: GuardState): void;
  fire(): void;
}

/** `held`: it fills; `armed`: another press fires it. */
export type GuardState = 'free' | 'held' | 'armed';

/** A press this long (ms) fires. */
export const holdFor = 500;
/** A shorter press arms the control for this long (ms). */
export const armedFor = 3_000;
/** A second press within this time (ms) counts as part of a double click. */
const bounce = 400;

/**
 * Guards a control against accidental presses, and needs one finger only. A press of half a second fires. A shorter press
 * arms the control, and the next press fires it.
 */
export class PressGuard {
  readonly #ports: PressGuardPorts;
  #state: GuardState = 'free';
  #armedAt = 0;
  #cancelTimer: () => void = () => {};

  constructor(ports: PressGuardPorts) {
    this.#ports = ports;
  }

  /** The control is pressed. */
  down(): void {
    if (this.#state === 'held') return;
    if (this.#state === 'free') return this.#enter('held', holdFor, () => this.#fire());
    if (this.#ports.now() - this.#armedAt >= bounce) this.#fire();
  }

  /** The control is released. A press that has not fired arms it. */
  up(): void {
    if (this.#state !== 'held') return;
    this.#armedAt = this.#ports.now();
    this.#enter('armed', armedFor, () => this.#free());
  }

  /** The pointer or the focus left the control, so nobody can tell whether it is still down. */
  cancel(): void {
    if (this.#state === 'held') this.#free();
  }

  /** A press by assistive technology, which cannot hold a control down. */
  tap(): void {
    this.down();
    this.up();
  }

  #enter(state: 'held' | 'armed', milliseconds: number, then: () => void): void {
    this.#set(state);
    this.#cancelTimer = this.#ports.after(milliseconds, then);
  }

  #fire(): void {
    this.#free();
    this.#ports.fire();
  }

  #free(): void {
    this.#set('free');
    this.#cancelTimer = () => {};
  }

  #set(state: GuardState): void {
    this.#cancelTimer();
    this.#state = state;
    this.#ports.changed(state);
  }
}
