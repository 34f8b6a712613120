import type { GuardedKey } from '../../contract/desk-api/desk-api.ts';
import type { GlobalKeysView, KeyBinding } from '../../contract/desk-api/key-binding.ts';
import type { OverlayError } from '../../contract/errors.ts';
import type { OpenApps } from '../app/open-apps.ts';
import { GlobalKeys } from './global-keys.ts';
import { type Keyboard, type KeyDown, KeyGuards } from './key-guards.ts';
import { defaultKeys, KeyMap, keyProblems } from './key-map.ts';
import type { Clock, KnownError, RegisterGlobalKeys } from '../ports.ts';

export interface KeysPorts {
  apps: OpenApps;
  clock: Clock;
  knownError: KnownError;
  /** Carries out what a key is mapped to, `age` milliseconds after its press. Throws if that is refused. */
  press(binding: KeyBinding, age: number): void;
  /** Saves the mapping made from the first show. */
  keep(bindings: KeyBinding[]): void;
  guardTime(): number;
  /** Why a press of this age (ms) is refused, which something held up on its way; undefined if it came in time. */
  tooLate(age: number): OverlayError | undefined;
  hasLook(name: string): boolean;
  hasCue(id: string): boolean;
  hasRundown(id: string): boolean;
  /** The keys that are held or armed have changed. */
  guardedChanged(): void;
  /** Hears keys while other programs have the keyboard; absent where the shell cannot. */
  globalKeys?: RegisterGlobalKeys | undefined;
  /** What is known of the keys that work in every program has changed. */
  globalChanged(): void;
  /** A key was refused for which nobody waits for an answer, so the text becomes a notice. */
  refused(text: string): void;
}

/** A keyboard that a shell hears before any page does. Only panic keys count on it. */
export interface PanicKeys {
  /** A key went down. Returns whether it is a panic key, which no page needs to hear then. */
  down(key: string): boolean;
  /** A panic key came up, or nobody can tell any more whether it is down. */
  up(key: string): void;
}

/** The keys of the desk: what each does, and which are held or armed. */
export class Keys {
  readonly #ports: KeysPorts;
  readonly #guards: KeyGuards;
  #map: KeyMap;
  #mapped: boolean;
  #problems: string[] | undefined;
  /** The keys that are heard while other programs have the keyboard. */
  readonly #global: GlobalKeys;

  /** `bindings` is undefined until the desk has seen a show to map. */
  constructor(bindings: readonly KeyBinding[] | undefined, ports: KeysPorts) {
    this.#ports = ports;
    this.#map = new KeyMap(bindings ?? []);
    this.#mapped = bindings !== undefined;
    this.#guards = new KeyGuards({
      clock: ports.clock,
      guardTime: () => ports.guardTime(),
      changed: () => ports.guardedChanged(),
      unsure: (key) =>
        ports.refused(
          `The key ${key} did nothing: its screen did not answer, so nobody can tell how long it was held.`,
        ),
    });
    const keyboard: Keyboard = {};
    this.#global = new GlobalKeys({
      clock: ports.clock,
      register: ports.globalKeys,
      pressed: (key) => this.#orNotice(key, () => void this.down(key, false, { keyboard, age: 0 })),
      changed: () => ports.globalChanged(),
    });
    this.#hearGlobalKeys();
  }

  get bindings(): KeyBinding[] {
    return [...this.#map.bindings];
  }

  get guarded(): GuardedKey[] {
    return this.#guards.guarded;
  }

  get global(): GlobalKeysView {
    return this.#global.view;
  }

  /** Begins a trial of the keys that work in every program, or ends it: until then they fire nothing but a panic. */
  tryGlobal(tries: boolean): void {
    this.#global.try(tries);
  }

  /** What is wrong with the mapping, in sentences. */
  get problems(): string[] {
    const { apps, hasLook, hasCue, hasRundown } = this.#ports;
    this.#problems ??= [
      ...keyProblems(this.#map.written, {
        target: (id) => apps.sub(id)?.item ?? (apps.mayCome(id) ? 'unknown' : undefined),
        ...{ hasLook, hasCue, hasRundown },
      }),
      ...this.#global.problems,
    ];
    return this.#problems;
  }

  /** A key of a keyboard went down. Returns whether it is mapped; throws if it is refused. */
  down(key: string, repeat: boolean, down: KeyDown): boolean {
    const binding = this.#map.binding(key);
    if (!binding) return false;
    // An old press neither arms a key nor begins to hold it: what fires in the end would count as new.
    const late = binding.guard && binding.action.do !== 'panic' ? this.#ports.tooLate(down.age) : undefined;
    if (late) throw late;
    if (binding.global && this.#global.isTried && binding.action.do !== 'panic') return true;
    if (binding.global && this.#global.isRepeated(key)) return true;
    if (!repeat) this.#guards.press(binding, down, (age) => this.#fire(binding, age));
    return true;
  }

  /** A key of a keyboard came up. */
  up(key: string, keyboard: Keyboard): void {
    this.#guards.up(key, keyboard);
  }

  /** A keyboard has gone, with the screen that it belonged to. */
  gone(keyboard: Keyboard): void {
    this.#guards.gone(keyboard);
  }

  /** Another keyboard, beside those of the screens. */
  panicKeys(): PanicKeys {
    const keyboard: Keyboard = {};
    return {
      down: (key) => {
        if (this.#map.binding(key)?.action.do !== 'panic') return false;
        this.#orNotice(key, () => void this.down(key, false, { keyboard, age: 0 }));
        return true;
      },
      up: (key) => this.up(key, keyboard),
    };
  }

  /**
   * The model of an app changed. The first show ever gives the desk its mapping. Returns whether the mapping changed.
   */
  showChanged(): boolean {
    this.#problems = undefined;
    const model = this.#ports.apps.all.flatMap((app) => app.model);
    if (this.#mapped || model.length === 0) return false;
    this.become(defaultKeys(model));
    return true;
  }

  /** Maps these keys, each in place of what it did before. */
  map(bindings: readonly KeyBinding[]): void {
    const mapped = new Set(bindings.map(({ key }) => key));
    this.become([...this.#map.written.filter(({ key }) => !mapped.has(key)), ...bindings]);
  }

  /** The key does nothing from now on. */
  unmap(key: string): void {
    this.become(this.#map.written.filter((binding) => binding.key !== key));
  }

  /** Maps these keys in place of those that are mapped now. What is held or armed fires nothing. */
  become(bindings: readonly KeyBinding[]): void {
    this.#guards.interrupt();
    this.#problems = undefined;
    this.#mapped = true;
    this.#map = new KeyMap([...bindings]);
    this.#ports.keep([...bindings]);
    this.#hearGlobalKeys();
  }

  /** Looks or cues were added or removed, which keys may refer to. */
  targetsChanged(): void {
    this.#problems = undefined;
  }

  #hearGlobalKeys(): void {
    this.#global.become(this.#map.bindings.filter(({ global }) => global).map(({ key }) => key));
  }

  #fire(binding: KeyBinding, age: number): void {
    if (binding.guard?.kind !== 'hold') return this.#ports.press(binding, age);
    this.#orNotice(binding.key, () => this.#ports.press(binding, age));
  }

  #orNotice(key: string, press: () => void): void {
    try {
      press();
    } catch (thrown) {
      const { code, message } = this.#ports.knownError(thrown);
      // What is armed is shown until it fires, or is not.
      if (code !== 'cue-armed') this.#ports.refused(`The key ${key}: ${message}`);
    }
  }
}
