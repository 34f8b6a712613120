import { texts } from '../../contract/texts/texts.ts';
import { keyCaption } from '../../contract/model/key-caption.ts';
import type { GlobalKeysView } from '../../contract/desk-api/key-binding.ts';
import type { Clock } from '../../contract/clock.ts';

/** Replaces the global keys, named as in `KeyBinding`; returns those refused. `pressed` also runs on key repeats. */
export type RegisterGlobalKeys = (keys: readonly string[], pressed: (key: string) => void) => string[];

/** Milliseconds of silence before the next press of a global key counts: longer than the delay of a key repeat. */
const silence = 1_000;
/** Duration of a trial of global keys (ms). */
const triedFor = 15_000;

interface GlobalKeyEvents {
  pressed(key: string): void;
  changed(): void;
}

export class GlobalKeys {
  readonly #clock: Clock;
  readonly #register: RegisterGlobalKeys | undefined;
  readonly #on: GlobalKeyEvents;
  #keys: readonly string[] = [];
  #refused: readonly string[] = [];
  readonly #heard = new Set<string>();
  readonly #pressedAt = new Map<string, number>();
  #callOff: (() => void) | undefined;

  /** `register`: undefined where the shell cannot hear keys of other programs. */
  constructor(clock: Clock, register: RegisterGlobalKeys | undefined, on: GlobalKeyEvents) {
    [this.#clock, this.#register, this.#on] = [clock, register, on];
  }

  get view(): GlobalKeysView {
    return { trying: this.isTried, heard: this.#keys.filter((key) => this.#heard.has(key)) };
  }

  get isTried(): boolean {
    return this.#callOff !== undefined;
  }

  get problems(): string[] {
    const why = this.#register ? texts.keys.takenBySystem : texts.keys.noWindow;
    return this.#refused.map((key) => texts.keys.inDeskOnly(keyCaption(key), why));
  }

  become(keys: readonly string[]): void {
    const register = this.#register;
    const { pressed, changed } = this.#on;
    this.#keys = [...new Set(keys)];
    for (const key of this.#heard) if (!this.#keys.includes(key)) this.#heard.delete(key);
    const hear = (key: string): void => {
      if (!this.#heard.has(key)) {
        this.#heard.add(key);
        changed();
      }
      pressed(key);
    };
    this.#refused = register ? register(this.#keys, hear) : this.#keys;
    changed();
  }

  /** Begins or ends a trial: only a press shows whether the system grants a key. Ends after 15 s by itself. */
  try(tries: boolean): void {
    this.#callOff?.();
    this.#callOff = tries ? this.#clock.after(triedFor, () => this.try(false)) : undefined;
    this.#on.changed();
  }

  /** Systems repeat held keys without saying so, and a screen may hear the press too: counts after 1 s of silence. */
  isRepeated(key: string): boolean {
    const now = this.#clock.monotonic();
    const before = this.#pressedAt.get(key) ?? -Infinity;
    this.#pressedAt.set(key, now);
    return now - before < silence;
  }
}
