import { fillsPress } from '../../contract/desk-api/controller.ts';
import type { Action } from '../../contract/desk-api/action.ts';
import type { GuardedKey } from '../../contract/desk-api/desk-api.ts';
import { type Keyboard, KeyGuards, type KeyGuardsPorts, type Moment, type Pressable } from './key-guards.ts';
import { type ControlDown, hasOthers, PressKinds } from './press-kinds.ts';

/** What fires, and the keyboard on which it was pressed. */
export interface PressedOn {
  keyboard: Keyboard;
  action: Action;
}

export interface PressingPorts<Binding extends Pressable> extends KeyGuardsPorts {
  /** Carries out what is mapped, `age` milliseconds after its press. Throws if that is refused. */
  press(binding: Binding, age: number): void;
  /** Throws `press-refused` if a press of this age (ms) is too late. */
  checkAge(age: number): void;
  /** Runs something that nobody waits for, and tells the operators if it is refused: those at the keyboard, if that can tell them. */
  orNotice(key: string, run: () => void, pressed: PressedOn): void;
}

/** The way of a press, of keys and of controls alike: through guards and kinds of presses to what it fires. */
export class Pressing<Binding extends Pressable> {
  readonly #ports: PressingPorts<Binding>;
  readonly #guards: KeyGuards<Binding>;
  readonly #kinds: PressKinds<Binding>;

  constructor(ports: PressingPorts<Binding>) {
    this.#ports = ports;
    const { clock, unsure, orNotice } = ports;
    this.#guards = new KeyGuards(ports);
    this.#kinds = new PressKinds({
      clock,
      unsure,
      fire: (keyboard, binding, at) => {
        let isDone = false;
        const press = (): void => {
          ports.press(binding, at === 'now' ? 0 : clock.monotonic() - at);
          isDone = true;
        };
        orNotice(binding.key, press, { keyboard, action: binding.action });
        return isDone;
      },
    });
  }

  /** What is held or armed. */
  get guarded(): GuardedKey[] {
    return this.#guards.guarded;
  }

  /** A key or a control went down. Throws if it is refused. */
  down(keyboard: Keyboard, down: ControlDown<Binding>): void {
    const { kinds, at, stamp } = down;
    const { short, long, double, release } = kinds;
    const age = Math.max(0, this.#ports.clock.monotonic() - at);
    const waits = short?.guard !== undefined || hasOthers(kinds);
    // An old press neither arms nor begins to hold: what fires in the end would count as new. A panic always counts.
    if (waits && !Object.values(kinds).some(({ action }) => action.do === 'panic')) this.#ports.checkAge(age);
    if (!short || (fillsPress(short) === undefined && (long ?? double))) return this.#kinds.down(keyboard, down);
    this.#guards.press(short, { keyboard, at, stamp }, (late) => this.#fire(keyboard, short, late));
    // What is refused is answered by now, and its release undoes nothing.
    if (release && fillsPress(short) === undefined) this.#kinds.down(keyboard, { ...down, kinds: { release } });
  }

  /** A key or a control came up. */
  up(keyboard: Keyboard, key: string, moment: Moment): void {
    this.#guards.up(key, keyboard, moment);
    this.#kinds.up(keyboard, key, moment);
  }

  /** The state of the key is unknown. */
  lost(keyboard: Keyboard, key: string): void {
    this.#guards.lost(key, keyboard);
    this.#kinds.lost(keyboard, key);
  }

  /** What is held or armed on a keyboard, or on all of them, was meant for something else, so it fires nothing; but a panic goes on. */
  interrupt(keyboards?: Iterable<Keyboard>): void {
    this.#guards.interrupt(keyboards);
    this.#kinds.interrupt(keyboards);
  }

  /** A keyboard has gone, so nothing is held or armed on it. */
  gone(keyboard: Keyboard): void {
    this.#guards.gone(keyboard);
    this.#kinds.gone(keyboard);
  }

  #fire(keyboard: Keyboard, binding: Binding, age: number): void {
    const { press, orNotice } = this.#ports;
    if (binding.guard?.kind !== 'hold') return press(binding, age);
    // What was held fires at a moment of its own, when nobody waits for an answer.
    orNotice(binding.key, () => press(binding, age), { keyboard, action: binding.action });
  }
}
