import type { GuardedKey, KeyRefusal } from '../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import { type GuardRule, PressGuard, type PressGuardPorts } from '../../contract/press-guard.ts';
import { type WakingClock, wakingClock } from '../../contract/clock-watch.ts';
import type { Clock } from '../../contract/clock.ts';

export interface KeyGuardsPorts {
  clock: Clock;
  /** Milliseconds in which a second press counts as a bounce. */
  guardTime(): number;
  changed(): void;
  /** The key was held long enough, but its keyboard does not answer, so nothing fired. */
  unsure(key: string): void;
}

/** A keyboard of a screen, or of a shell. */
export interface Keyboard {
  /**
   * Calls `then` once everything sent by the screen so far has arrived; never, if the screen does not answer. Absent:
   * keys arrive at once.
   */
  caughtUp?: ((then: () => void) => void) | undefined;
  /** Reports a refusal to the screen after its call has already returned. Absent: all screens are notified. */
  refused?: ((refusal: KeyRefusal) => void) | undefined;
}

export type Pressable = Pick<KeyBinding, 'action' | 'guard' | 'global'> & { key: string };

interface Guarded<Binding> {
  shown: GuardedKey;
  guard: PressGuard;
  binding: Binding;
  /** Age (ms) of the press that fires. */
  age: number;
  /** Clock of the keyboard. */
  downAt: number;
}

export interface KeyMoment {
  keyboard: Keyboard;
  /** Milliseconds since the event. */
  age: number;
  /** Milliseconds by the clock of the keyboard; absent: the desk's clock. */
  stamp?: number | undefined;
}

export interface Moment {
  /** Best estimate by the desk's monotonic clock. */
  at: number;
  /** By the clock of the keyboard, so that delays on the way do not change intervals. */
  stamp: number;
}

/**
 * Keys that do not fire by accident: hold for a time, or arm with one press and fire with the second. The same key on
 * two keyboards is two keys. After a sleep nothing is held or armed.
 */
export class KeyGuards<Binding extends Pressable> {
  readonly #ports: KeyGuardsPorts;
  readonly #clock: WakingClock;
  readonly #keyboards = new Map<Keyboard, Map<string, Guarded<Binding>>>();

  constructor(ports: KeyGuardsPorts, clock?: WakingClock) {
    this.#ports = ports;
    this.#clock = clock ?? wakingClock({ clock: ports.clock, woke: () => this.woke() });
  }

  woke(): void {
    for (const keyboard of [...this.#keyboards.keys()]) this.gone(keyboard);
  }

  get guarded(): GuardedKey[] {
    return [...this.#keyboards.values()].flatMap((keys) => [...keys.values()]).map(({ shown }) => shown);
  }

  /** Calls `fire` with the age (ms) of the press once the guard allows. Throws `press-refused` for a bounce. */
  press(binding: Binding, { keyboard, at, stamp }: Moment & { keyboard: Keyboard }, fire: (age: number) => void): void {
    if (binding.guard === undefined) return fire(this.#age(at));
    this.#clock.look();
    const keys = this.#keyboards.get(keyboard) ?? new Map<string, Guarded<Binding>>();
    this.#keyboards.set(keyboard, keys);
    const known = keys.get(binding.key);
    // A guard armed for one action never fires another.
    if (known && known.binding !== binding) known.guard.end();
    // A panic never waits for a screen.
    const caughtUp = binding.action.do === 'panic' ? undefined : keyboard.caughtUp;
    const guarded = known?.binding === binding ? known : this.#newKey(keys, binding, { fire, caughtUp });
    guarded.downAt = stamp;
    // A held key fires at its own moment.
    guarded.age = binding.guard.kind === 'hold' ? 0 : this.#age(at);
    if (guarded.guard.down()) return;
    throw new OverlayError('press-refused', 'The second press came too soon after the one that armed the key.');
  }

  /** A key that was not held long enough does nothing. */
  up(key: string, keyboard: Keyboard, { at, stamp }: Moment): void {
    this.#clock.look();
    const guarded = this.#keyboards.get(keyboard)?.get(key);
    if (!guarded) return;
    guarded.age = this.#age(at);
    guarded.guard.up(stamp - guarded.downAt);
  }

  lost(key: string, keyboard: Keyboard): void {
    this.#keyboards.get(keyboard)?.get(key)?.guard.cancel();
  }

  /** Releases and disarms all keys of the keyboard. */
  gone(keyboard: Keyboard): void {
    const keys = this.#keyboards.get(keyboard);
    this.#keyboards.delete(keyboard);
    for (const { guard } of keys?.values() ?? []) guard.end();
    if (keys && keys.size > 0) this.#ports.changed();
  }

  /**
   * Drops held and armed presses, which were meant for another mapping. A panic continues: its meaning never changes.
   */
  interrupt(keyboards: Iterable<Keyboard> = this.#keyboards.keys()): void {
    for (const keyboard of keyboards) {
      const keys = this.#keyboards.get(keyboard) ?? new Map<string, Guarded<Binding>>();
      const ended = [...keys].filter(([, { binding }]) => binding.action.do !== 'panic');
      for (const [key, { guard }] of ended) {
        guard.end();
        keys.delete(key);
      }
      if (ended.length > 0) this.#ports.changed();
    }
  }

  #newKey(
    keys: Map<string, Guarded<Binding>>,
    binding: Binding,
    { fire, caughtUp }: Pick<PressGuardPorts, 'caughtUp'> & { fire: (age: number) => void },
  ): Guarded<Binding> {
    const { changed, unsure } = this.#ports;
    const clock = this.#clock;
    const { key } = binding;
    const guarded: Guarded<Binding> = {
      binding,
      age: 0,
      downAt: 0,
      shown: { key, state: 'held', until: 0 },
      guard: new PressGuard(() => this.#rule(binding), {
        clock,
        changed: (state, lasts) => {
          if (state === 'free') keys.delete(key);
          else keys.set(key, Object.assign(guarded, { shown: { key, state, until: clock.now() + lasts } }));
          changed();
        },
        unsure: () => unsure(key),
        fire: () => fire(guarded.age),
        caughtUp,
      }),
    };
    return guarded;
  }

  #age(at: number): number {
    return Math.max(0, this.#clock.monotonic() - at);
  }

  #rule({ guard }: Pressable): GuardRule {
    if (guard?.kind === 'hold') return { holds: guard.milliseconds, arms: false, bounce: 0 };
    return { arms: true, bounce: this.#ports.guardTime() };
  }
}
