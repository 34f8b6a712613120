import type { GlobalKeysView } from '../../contract/desk-api/key-binding.ts';
import type { Clock } from '../../contract/clock.ts';

/**
 * Replaces the list of global keys, named as in `KeyBinding`. `pressed` also runs on system key repeats; returns keys
 * that are not available.
 */
export type RegisterGlobalKeys = (keys: readonly string[], pressed: (key: string) => void) => string[];

/** For how long (ms) a global key must be silent before its next press counts: longer than a system waits before it repeats a key. */
const silence = 1_000;
/** For how long (ms) global keys can be tried. */
const triedFor = 15_000;

export interface GlobalKeysPorts {
  clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Hears keys while other programs have the keyboard; undefined where the shell cannot. */
  register: RegisterGlobalKeys | undefined;
  /** A key was pressed. */
  pressed(key: string): void;
  /** The view has changed. */
  changed(): void;
}

/** The keys that work while another program has the keyboard, and which of them the system really gave. */
export class GlobalKeys {
  readonly #ports: GlobalKeysPorts;
  #keys: readonly string[] = [];
  #refused: readonly string[] = [];
  readonly #heard = new Set<string>();
  /** When each was pressed last, by the monotonic clock. */
  readonly #pressedAt = new Map<string, number>();
  /** Ends the trial; undefined while there is none. */
  #callOff: (() => void) | undefined;

  constructor(ports: GlobalKeysPorts) {
    this.#ports = ports;
  }

  get view(): GlobalKeysView {
    return { trying: this.isTried, heard: this.#keys.filter((key) => this.#heard.has(key)) };
  }

  /** Whether a press only shows that the key is heard, and fires nothing. */
  get isTried(): boolean {
    return this.#callOff !== undefined;
  }

  /** Why some keys work in the desk only, in sentences. */
  get problems(): string[] {
    const why = this.#ports.register
      ? 'the system or another program has it.'
      : 'a desk without a window of its own hears no other keyboard.';
    return this.#refused.map((key) => `The key ${key} works in the desk only: ${why}`);
  }

  /** Hears these keys and no others from now on. */
  become(keys: readonly string[]): void {
    const { register, pressed, changed } = this.#ports;
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

  /**
   * Begins a trial, or ends it: a system may take a key and never give it, which only a press shows. It ends by itself, so that
   * nobody forgets it and presses in vain.
   */
  try(tries: boolean): void {
    this.#callOff?.();
    this.#callOff = tries ? this.#ports.clock.after(triedFor, () => this.try(false)) : undefined;
    this.#ports.changed();
  }

  /**
   * Whether a press is a repetition of the one before. A system repeats a key that is held and says neither so nor when it comes up, and
   * a screen may hear the same press. So a press counts only after a second of silence.
   */
  isRepeated(key: string): boolean {
    const now = this.#ports.clock.monotonic();
    const before = this.#pressedAt.get(key) ?? -Infinity;
    this.#pressedAt.set(key, now);
    return now - before < silence;
  }
}
