import type { GuardedKey } from '../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import { type GuardRule, PressGuard } from '../../contract/press-guard.ts';
import type { Clock } from '../ports.ts';

export interface KeyGuardsPorts {
  clock: Clock;
  /** A second press within this many milliseconds counts as a bounce of the first. */
  guardTime(): number;
  /** The list that {@link KeyGuards.guarded} returns has changed. */
  changed(): void;
}

/** A key that is held or armed, for what it was mapped to when it went down. */
interface Guarded {
  shown: GuardedKey;
  guard: PressGuard;
  binding: KeyBinding;
}

/**
 * Keys that do not fire by accident: some must be held for a time, others are armed by one press and fire at the
 * second. Each screen has a keyboard of its own, so the same key of two screens is two keys: one press on each arms
 * both and fires neither.
 */
export class KeyGuards {
  readonly #ports: KeyGuardsPorts;
  /** The guarded keys of each screen, by name. */
  readonly #screens = new Map<object, Map<string, Guarded>>();

  constructor(ports: KeyGuardsPorts) {
    this.#ports = ports;
  }

  /** The keys that are held down or armed. */
  get guarded(): GuardedKey[] {
    return [...this.#screens.values()].flatMap((keys) => [...keys.values()]).map(({ shown }) => shown);
  }

  /** A key went down; calls `fire` when its guard allows. Throws `press-refused` for a bounce. */
  press(binding: KeyBinding, screen: object, fire: () => void): void {
    if (binding.guard === undefined) return fire();
    const keys = this.#screens.get(screen) ?? new Map<string, Guarded>();
    this.#screens.set(screen, keys);
    const known = keys.get(binding.key);
    // What was armed or held for one action never fires another.
    if (known && known.binding !== binding) known.guard.end();
    const { guard } = known?.binding === binding ? known : this.#newKey(keys, binding, fire);
    if (guard.down()) return;
    throw new OverlayError('press-refused', 'The second press came too soon after the one that armed the key.');
  }

  /** A key came up. One that was not held long enough does nothing. */
  up(key: string, screen: object): void {
    this.#screens.get(screen)?.get(key)?.guard.up();
  }

  /** A screen closed, so its keys are no longer held or armed. */
  gone(screen: object): void {
    const keys = this.#screens.get(screen);
    this.#screens.delete(screen);
    for (const { guard } of keys?.values() ?? []) guard.end();
    if (keys && keys.size > 0) this.#ports.changed();
  }

  #newKey(keys: Map<string, Guarded>, binding: KeyBinding, fire: () => void): Guarded {
    const { clock, changed } = this.#ports;
    const { key } = binding;
    const guarded: Guarded = {
      ...{ binding, shown: { key, state: 'held', until: 0 } },
      guard: new PressGuard(() => this.#rule(binding), {
        clock,
        changed: (state, lasts) => {
          if (state === 'free') keys.delete(key);
          else keys.set(key, Object.assign(guarded, { shown: { key, state, until: clock.now() + lasts } }));
          changed();
        },
        fire,
      }),
    };
    return guarded;
  }

  #rule({ guard }: KeyBinding): GuardRule {
    if (guard?.kind === 'hold') return { holds: guard.milliseconds, arms: false, bounce: 0 };
    return { arms: true, bounce: this.#ports.guardTime() };
  }
}
