import type { GuardedKey, KeyRefusal } from '../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import { type GuardRule, PressGuard, type PressGuardPorts } from '../../contract/press-guard.ts';
import { type WakingClock, wakingClock } from '../../contract/clock-watch.ts';
import type { Clock } from '../../contract/clock.ts';

export interface KeyGuardsPorts {
  clock: Clock;
  /** A second press within this many milliseconds counts as a bounce of the first. */
  guardTime(): number;
  /** The list that {@link KeyGuards.guarded} returns has changed. */
  changed(): void;
  /** A key was held for long enough, but its keyboard does not answer, so it did not fire. */
  unsure(key: string): void;
}

/** A keyboard: that of a screen, or one that a shell hears by itself. */
export interface Keyboard {
  /**
   * Calls `then` once everything has arrived that its screen sent until now; never, if that does not answer. If absent,
   * its keys arrive at once.
   */
  caughtUp?: ((then: () => void) => void) | undefined;
  /** Tells its screen that a press was refused which that no longer waits for. If absent, every screen is told. */
  refused?: ((refusal: KeyRefusal) => void) | undefined;
}

/** What a key or a control does, under the name by which its keyboard knows it. */
export type Pressable = Pick<KeyBinding, 'action' | 'guard' | 'global'> & { key: string };

/** A key that is held or armed, for what it was mapped to when it went down. */
interface Guarded<Binding> {
  shown: GuardedKey;
  guard: PressGuard;
  binding: Binding;
  /** How long ago (ms) the press happened that fires now. */
  age: number;
  /** When it went down, by the clock of its keyboard. */
  downAt: number;
}

/** A key that goes down or comes up. */
export interface KeyMoment {
  keyboard: Keyboard;
  /** How long ago that happened (ms). */
  age: number;
  /** When that happened, by the clock of the keyboard (ms). By the one of the desk, if absent. */
  stamp?: number | undefined;
}

/** When a key or a control went down or came up. */
export interface Moment {
  /** By the monotonic clock of the desk, as well as that can be told. */
  at: number;
  /** By the clock of its keyboard, which tells how far two moments lie apart, however long they were on their way. */
  stamp: number;
}

/**
 * Keys that do not fire by accident: some must be held for a time, others are armed by one press and fire at the
 * second. The same key of two keyboards is two keys: one press on each arms both and fires neither. A machine that slept
 * wakes up with none held or armed.
 */
export class KeyGuards<Binding extends Pressable> {
  readonly #ports: KeyGuardsPorts;
  readonly #clock: WakingClock;
  /** The guarded keys of each keyboard, by name. */
  readonly #keyboards = new Map<Keyboard, Map<string, Guarded<Binding>>>();

  constructor(ports: KeyGuardsPorts) {
    this.#ports = ports;
    const woke = (): void => [...this.#keyboards.keys()].forEach((keyboard) => this.gone(keyboard));
    this.#clock = wakingClock({ clock: ports.clock, woke });
  }

  get guarded(): GuardedKey[] {
    return [...this.#keyboards.values()].flatMap((keys) => [...keys.values()]).map(({ shown }) => shown);
  }

  /**
   * A key went down; calls `fire` when its guard allows, with how long ago (ms) the press happened that fires. Throws
   * `press-refused` for a bounce.
   */
  press(binding: Binding, { keyboard, at, stamp }: Moment & { keyboard: Keyboard }, fire: (age: number) => void): void {
    if (binding.guard === undefined) return fire(this.#age(at));
    this.#clock.look();
    const keys = this.#keyboards.get(keyboard) ?? new Map<string, Guarded<Binding>>();
    this.#keyboards.set(keyboard, keys);
    const known = keys.get(binding.key);
    // What was armed or held for one action never fires another.
    if (known && known.binding !== binding) known.guard.end();
    // A panic is never held back by a screen that does not answer.
    const caughtUp = binding.action.do === 'panic' ? undefined : keyboard.caughtUp;
    const guarded = known?.binding === binding ? known : this.#newKey(keys, binding, { fire, caughtUp });
    guarded.downAt = stamp;
    // A key that is held fires at a moment of its own.
    guarded.age = binding.guard.kind === 'hold' ? 0 : this.#age(at);
    if (guarded.guard.down()) return;
    throw new OverlayError('press-refused', 'The second press came too soon after the one that armed the key.');
  }

  /** A key came up. One that was not held long enough does nothing. */
  up(key: string, keyboard: Keyboard, { at, stamp }: Moment): void {
    this.#clock.look();
    const guarded = this.#keyboards.get(keyboard)?.get(key);
    if (!guarded) return;
    guarded.age = this.#age(at);
    guarded.guard.up(stamp - guarded.downAt);
  }

  /** Nobody can tell any more whether a key is down. */
  lost(key: string, keyboard: Keyboard): void {
    this.#keyboards.get(keyboard)?.get(key)?.guard.cancel();
  }

  /** A keyboard has gone, so its keys are no longer held or armed. */
  gone(keyboard: Keyboard): void {
    const keys = this.#keyboards.get(keyboard);
    this.#keyboards.delete(keyboard);
    for (const { guard } of keys?.values() ?? []) guard.end();
    if (keys && keys.size > 0) this.#ports.changed();
  }

  /**
   * What is held or armed on a keyboard, or on all of them, was meant for another mapping, so it fires nothing. A panic goes on: it means
   * the same whatever else is mapped, and nobody may stop it from elsewhere.
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
