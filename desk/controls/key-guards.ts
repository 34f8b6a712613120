import type { GuardedKey } from '../../contract/desk-api/desk-api.ts';
import { armedFor, type KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { Clock } from '../ports.ts';

export interface KeyGuardsPorts {
  clock: Clock;
  /** A second press within this many milliseconds counts as a bounce of the first. */
  guardTime(): number;
  /** The list that {@link KeyGuards.guarded} returns has changed. */
  changed(): void;
}

interface Guarded extends GuardedKey {
  /** When it went down (ms by the monotonic clock). */
  since: number;
  callOff: () => void;
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
    return [...this.#screens.values()]
      .flatMap((keys) => [...keys.values()])
      .map(({ key, state, until }) => ({ key, state, until }));
  }

  /** A key went down; calls `fire` when its guard allows. Throws `press-refused` for a bounce. */
  press({ key, guard }: KeyBinding, screen: object, fire: () => void): void {
    if (guard === undefined) return fire();
    const keys = this.#keysOf(screen);
    const known = keys.get(key);
    if (guard.kind === 'hold') {
      if (known) return;
      return this.#guard(keys, { key, state: 'held' }, { milliseconds: guard.milliseconds, done: fire });
    }
    if (!known) return this.#guard(keys, { key, state: 'armed' }, { milliseconds: armedFor, done: () => {} });
    if (this.#ports.clock.monotonic() - known.since < this.#ports.guardTime()) {
      throw new OverlayError('press-refused', 'The second press came too soon after the one that armed the key.');
    }
    this.#end(keys, known);
    fire();
  }

  /** A key came up. One that was not held long enough does nothing. */
  up(key: string, screen: object): void {
    const keys = this.#screens.get(screen);
    const known = keys?.get(key);
    if (keys && known?.state === 'held') this.#end(keys, known);
  }

  /** A screen closed, so its keys are no longer held or armed. */
  gone(screen: object): void {
    const keys = this.#screens.get(screen);
    this.#screens.delete(screen);
    for (const known of keys?.values() ?? []) known.callOff();
    if (keys && keys.size > 0) this.#ports.changed();
  }

  #keysOf(screen: object): Map<string, Guarded> {
    const keys = this.#screens.get(screen) ?? new Map<string, Guarded>();
    this.#screens.set(screen, keys);
    return keys;
  }

  #guard(
    keys: Map<string, Guarded>,
    key: Pick<Guarded, 'key' | 'state'>,
    { milliseconds, done }: { milliseconds: number; done: () => void },
  ): void {
    const { clock } = this.#ports;
    const guarded = { ...key, until: clock.now() + milliseconds, since: clock.monotonic(), callOff: () => {} };
    guarded.callOff = clock.after(milliseconds, () => {
      this.#end(keys, guarded);
      done();
    });
    keys.set(key.key, guarded);
    this.#ports.changed();
  }

  #end(keys: Map<string, Guarded>, guarded: Guarded): void {
    guarded.callOff();
    keys.delete(guarded.key);
    this.#ports.changed();
  }
}
