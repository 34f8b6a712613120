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
  /** The screen whose keyboard the key is on. */
  screen: object;
  /** When it went down (ms by the monotonic clock). */
  since: number;
  callOff: () => void;
}

/**
 * Keys that do not fire by accident: some must be held for a time, others are armed by one press and fire at the
 * second.
 */
export class KeyGuards {
  readonly #ports: KeyGuardsPorts;
  readonly #guarded = new Map<string, Guarded>();

  constructor(ports: KeyGuardsPorts) {
    this.#ports = ports;
  }

  /** The keys that are held down or armed. */
  get guarded(): GuardedKey[] {
    return [...this.#guarded.values()].map(({ key, state, until }) => ({ key, state, until }));
  }

  /** A key went down; calls `fire` when its guard allows. Throws `press-refused` for a bounce. */
  press({ key, guard }: KeyBinding, screen: object, fire: () => void): void {
    if (guard === undefined) return fire();
    const known = this.#guarded.get(key);
    if (guard.kind === 'hold') {
      if (known) return;
      return this.#guard({ key, state: 'held', screen }, guard.milliseconds, fire);
    }
    if (!known) return this.#guard({ key, state: 'armed', screen }, armedFor, () => {});
    if (this.#ports.clock.monotonic() - known.since < this.#ports.guardTime()) {
      throw new OverlayError('press-refused', 'The second press came too soon after the one that armed the key.');
    }
    this.#end(known);
    fire();
  }

  /** A key came up. One that was not held long enough does nothing. */
  up(key: string, screen: object): void {
    const known = this.#guarded.get(key);
    if (known?.state === 'held' && known.screen === screen) this.#end(known);
  }

  /** A screen closed, so its keys no longer count as held. */
  gone(screen: object): void {
    for (const known of [...this.#guarded.values()]) if (known.screen === screen) this.#end(known);
  }

  #guard(key: Pick<Guarded, 'key' | 'state' | 'screen'>, milliseconds: number, done: () => void): void {
    const { clock } = this.#ports;
    const guarded = { ...key, until: clock.now() + milliseconds, since: clock.monotonic(), callOff: () => {} };
    guarded.callOff = clock.after(milliseconds, () => {
      this.#end(guarded);
      done();
    });
    this.#guarded.set(key.key, guarded);
    this.#ports.changed();
  }

  #end(guarded: Guarded): void {
    guarded.callOff();
    this.#guarded.delete(guarded.key);
    this.#ports.changed();
  }
}
