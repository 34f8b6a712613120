import type { GuardedKey } from '../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { asOverlayError } from '../../contract/errors.ts';
import type { OpenApps } from '../app/open-apps.ts';
import { KeyGuards } from './key-guards.ts';
import { defaultKeys, KeyMap, keyProblems } from './key-map.ts';
import type { Clock } from '../ports.ts';

export interface KeysPorts {
  apps: OpenApps;
  clock: Clock;
  /** Carry out what a key is mapped to. Throws what refuses it. */
  press(binding: KeyBinding): void;
  /** Keep the mapping that a first show gave the desk. */
  keep(bindings: KeyBinding[]): void;
  guardTime(): number;
  hasLook(name: string): boolean;
  /** The keys that are held or armed are others now. */
  guardedChanged(): void;
  /** A key that was held long enough was refused: whoever pressed it waits for no answer any more. */
  refused(text: string): void;
}

/** The keys of the desk: what each does, and which are being held or are armed. */
export class Keys {
  readonly #ports: KeysPorts;
  readonly #guards: KeyGuards;
  #map: KeyMap;
  #mapped: boolean;
  #problems: string[] | undefined;

  /** `bindings` is undefined until a show gave the desk something to map. */
  constructor(bindings: KeyBinding[] | undefined, ports: KeysPorts) {
    this.#ports = ports;
    this.#map = new KeyMap(bindings ?? []);
    this.#mapped = bindings !== undefined;
    this.#guards = new KeyGuards({
      clock: ports.clock,
      guardTime: () => ports.guardTime(),
      changed: () => ports.guardedChanged(),
    });
  }

  get bindings(): KeyBinding[] {
    return [...this.#map.bindings];
  }

  get guarded(): GuardedKey[] {
    return this.#guards.guarded;
  }

  /** What is wrong with the mapping, in sentences. */
  get problems(): string[] {
    const { apps, hasLook } = this.#ports;
    this.#problems ??= keyProblems(this.#map.bindings, {
      target: (id) => apps.sub(id)?.item ?? (apps.mayCome(id) ? 'unknown' : undefined),
      hasLook,
    });
    return this.#problems;
  }

  /** A key went down in a screen. Gives whether it is mapped; throws what refuses it. */
  down(key: string, repeat: boolean, screen: object): boolean {
    const binding = this.#map.binding(key);
    if (!binding) return false;
    if (!repeat) this.#guards.press(binding, screen, () => this.#fire(binding));
    return true;
  }

  /** A key came up in a screen. */
  up(key: string, screen: object): void {
    this.#guards.up(key, screen);
  }

  /** A screen is gone, with its keyboard. */
  gone(screen: object): void {
    this.#guards.gone(screen);
  }

  /** A show was told anew: the first one ever gives the desk its mapping. Gives whether that is another one now. */
  showChanged(): boolean {
    this.#problems = undefined;
    const model = this.#ports.apps.all.flatMap((app) => app.model);
    if (this.#mapped || model.length === 0) return false;
    this.#mapped = true;
    const bindings = defaultKeys(model);
    this.#map = new KeyMap(bindings);
    this.#ports.keep(bindings);
    return true;
  }

  /** Looks came or went that keys may be mapped to. */
  looksChanged(): void {
    this.#problems = undefined;
  }

  #fire(binding: KeyBinding): void {
    if (binding.guard?.kind !== 'hold') return this.#ports.press(binding);
    try {
      this.#ports.press(binding);
    } catch (thrown) {
      this.#ports.refused(`The key ${binding.key}: ${asOverlayError(thrown).message}`);
    }
  }
}
