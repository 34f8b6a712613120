import { fillsPress } from '../../contract/desk-api/controller.ts';
import type { Action } from '../../contract/actions/actions.ts';
import { type WakingClock, wakingClock } from '../../contract/clock-watch.ts';
import type { GuardedKey } from '../../contract/desk-api/desk-api.ts';
import { type Keyboard, KeyGuards, type KeyGuardsPorts, type Moment, type Pressable } from './key-guards.ts';
import { type ControlDown, hasOthers, PressKinds } from './press-kinds.ts';

export interface PressedOn {
  keyboard: Keyboard;
  action: Action;
}

export interface PressingPorts<Binding extends Pressable> extends KeyGuardsPorts {
  /** `age`: milliseconds since the press. Throws if refused. */
  press(binding: Binding, age: number): void;
  /** Throws `press-refused` if a press of this age (ms) is too late. */
  checkAge(age: number): void;
  /**
   * Runs a call without a waiting caller. A refusal goes to the keyboard's screen if possible, else to all operators.
   */
  orNotice(key: string, run: () => void, pressed: PressedOn): void;
}

export class Pressing<Binding extends Pressable> {
  readonly #ports: PressingPorts<Binding>;
  readonly #clock: WakingClock;
  readonly #guards: KeyGuards<Binding>;
  readonly #kinds: PressKinds<Binding>;

  constructor(ports: PressingPorts<Binding>) {
    this.#ports = ports;
    const { unsure, orNotice } = ports;
    const woke = (): void => {
      this.#guards.woke();
      this.#kinds.woke();
    };
    const clock = wakingClock({ clock: ports.clock, woke });
    this.#clock = clock;
    this.#guards = new KeyGuards(ports, clock);
    this.#kinds = new PressKinds({
      clock,
      unsure,
      fire: (keyboard, binding, at) => {
        let isDone = false;
        const press = (): void => {
          ports.press(binding, at === 'now' ? 0 : Math.max(0, clock.monotonic() - at));
          isDone = true;
        };
        orNotice(binding.key, press, { keyboard, action: binding.action });
        return isDone;
      },
    });
  }

  get guarded(): GuardedKey[] {
    return this.#guards.guarded;
  }

  /** Throws if refused. */
  down(keyboard: Keyboard, down: ControlDown<Binding>): void {
    this.#clock.look();
    const { kinds, at, stamp } = down;
    const { short, long, double, release } = kinds;
    const age = Math.max(0, this.#ports.clock.monotonic() - at);
    const waits = short?.guard !== undefined || hasOthers(kinds);
    // An old press neither arms nor holds: it would fire as new. A panic always counts.
    if (waits && !Object.values(kinds).some(({ action }) => action.do === 'panic')) this.#ports.checkAge(age);
    if (!short || (fillsPress(short) === undefined && (long ?? double))) return this.#kinds.down(keyboard, down);
    this.#guards.press(short, { keyboard, at, stamp }, (late) => this.#fire(keyboard, short, late));
    // A refusal has thrown by now, so its release undoes nothing.
    if (release && fillsPress(short) === undefined) this.#kinds.down(keyboard, { ...down, kinds: { release } });
  }

  up(keyboard: Keyboard, key: string, moment: Moment): void {
    this.#guards.up(key, keyboard, moment);
    this.#kinds.up(keyboard, key, moment);
  }

  lost(keyboard: Keyboard, key: string): void {
    this.#guards.lost(key, keyboard);
    this.#kinds.lost(keyboard, key);
  }

  interrupt(keyboards?: Iterable<Keyboard>): void {
    this.#guards.interrupt(keyboards);
    this.#kinds.interrupt(keyboards);
  }

  gone(keyboard: Keyboard): void {
    this.#guards.gone(keyboard);
    this.#kinds.gone(keyboard);
  }

  #fire(keyboard: Keyboard, binding: Binding, age: number): void {
    const { press, orNotice } = this.#ports;
    if (binding.guard?.kind !== 'hold') return press(binding, age);
    // A held press fires later, when no caller waits.
    orNotice(binding.key, () => press(binding, age), { keyboard, action: binding.action });
  }
}
