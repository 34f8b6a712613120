import type { GuardedKey } from '../../contract/desk-api/desk-api.ts';
import type { GlobalKeysView, KeyBinding, PressedKey } from '../../contract/desk-api/key-binding.ts';
import { OverlayError } from '../../contract/errors.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { GlobalKeys } from './global-keys.ts';
import type { Keyboard, KeyMoment, Moment } from './key-guards.ts';
import { defaultKeys, KeyMap, keyProblems, type KeyTargets, pressedKeyName, pressProblems } from './key-map.ts';
import { type PressedOn, Pressing } from './pressing.ts';
import type { Clock } from '../../contract/clock.ts';
import type { KnownError } from '../../contract/errors.ts';
import type { RegisterGlobalKeys } from './global-keys.ts';

export interface KeysPorts {
  /** What keys may be mapped to. */
  targets: KeyTargets;
  /** The trees of all app instances. */
  model(): readonly ModelItem[];
  clock: Clock;
  knownError: KnownError;
  /** Carries out what a key is mapped to, `age` milliseconds after its press. Throws if that is refused. */
  press(binding: KeyBinding, age: number): void;
  /** Saves the mapping made from the first show. */
  keep(bindings: KeyBinding[]): void;
  guardTime(): number;
  /** Why a press of this age (ms) is refused, which something held up on its way; undefined if it came in time. */
  tooLate(age: number): OverlayError | undefined;
  /** The keys that are held or armed have changed. */
  guardedChanged(): void;
  /** Hears keys while other programs have the keyboard; absent where the shell cannot. */
  globalKeys?: RegisterGlobalKeys | undefined;
  /** What is known of the keys that work in every program has changed. */
  globalChanged(): void;
  /** A key was refused, and there is no screen that it was pressed on or that answers, so the text becomes a notice. */
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
  readonly #pressing: Pressing<KeyBinding>;
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
    this.#pressing = new Pressing({
      clock: ports.clock,
      guardTime: () => ports.guardTime(),
      changed: () => ports.guardedChanged(),
      press: (binding, age) => ports.press(binding, age),
      checkAge: (age) => {
        const late = ports.tooLate(age);
        if (late) throw late;
      },
      orNotice: (key, press, on) => this.#orNotice(key, press, on),
      unsure: (key) =>
        ports.refused(`The key ${key} did nothing: its screen did not answer, so nobody can tell how it was pressed.`),
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
    return this.#pressing.guarded;
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
    this.#problems ??= [
      ...keyProblems(this.#map.written, this.#ports.targets),
      ...pressProblems(this.#map, this.#map.bindings),
      ...this.#global.problems,
    ];
    return this.#problems;
  }

  /** A key of a keyboard went down. Returns whether it is mapped; throws if it is refused. */
  down(key: string, repeat: boolean, moment: KeyMoment): boolean {
    const kinds = this.#map.kinds(key);
    if (!kinds) return false;
    const { short } = kinds;
    if (short?.global && this.#global.isTried && short.action.do !== 'panic') return true;
    if (short?.global && this.#global.isRepeated(key)) return true;
    if (!repeat) this.#pressing.down(moment.keyboard, { key, kinds, ...this.#moment(moment) });
    return true;
  }

  /** A key of a keyboard came up. */
  up(key: string, moment: KeyMoment): void {
    this.#pressing.up(moment.keyboard, key, this.#moment(moment));
  }

  /** Nobody can tell any more whether a key is down, so its release fires nothing. */
  lost(key: string, keyboard: Keyboard): void {
    this.#pressing.lost(keyboard, key);
  }

  /** A keyboard has gone, with the screen that it belonged to. */
  gone(keyboard: Keyboard): void {
    this.#pressing.gone(keyboard);
  }

  /** Another keyboard, beside those of the screens. */
  panicKeys(): PanicKeys {
    const keyboard: Keyboard = {};
    return {
      down: (key) => {
        if (this.#map.kinds(key)?.short?.action.do !== 'panic') return false;
        this.#orNotice(key, () => void this.down(key, false, { keyboard, age: 0 }));
        return true;
      },
      up: (key) => this.lost(key, keyboard),
    };
  }

  /**
   * The model of an app changed. The first show ever gives the desk its mapping. Returns whether the mapping changed.
   */
  showChanged(): boolean {
    this.#problems = undefined;
    const model = this.#ports.model();
    if (this.#mapped || model.length === 0) return false;
    this.become(defaultKeys(model));
    return true;
  }

  /**
   * Maps these keys, each in place of what it did before by the same kind of press. Throws `call-invalid` for a kind of press that could
   * never be told from what its key does as it goes down.
   */
  map(bindings: readonly KeyBinding[]): void {
    const mapped = new Set(bindings.map(pressedKeyName));
    const all = [...this.#map.written.filter((one) => !mapped.has(pressedKeyName(one))), ...bindings];
    const [problem] = pressProblems(new KeyMap(all), bindings);
    if (problem !== undefined) throw new OverlayError('call-invalid', problem);
    this.become(all);
  }

  unmap(key: PressedKey): void {
    this.become(this.#map.written.filter((binding) => pressedKeyName(binding) !== pressedKeyName(key)));
  }

  /** Maps these keys in place of those that are mapped now. What is held or armed fires nothing. */
  become(bindings: readonly KeyBinding[]): void {
    this.#pressing.interrupt();
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

  #moment({ age, stamp }: KeyMoment): Moment {
    const at = this.#ports.clock.monotonic() - age;
    return { at, stamp: stamp ?? at };
  }

  #hearGlobalKeys(): void {
    const counts = this.#map.bindings.filter((binding) => this.#map.kinds(binding.key)?.short === binding);
    this.#global.become(counts.filter(({ global }) => global).map(({ key }) => key));
  }

  /** `on` is what fires, and where; absent for a keyboard without a screen. */
  #orNotice(key: string, press: () => void, on?: PressedOn): void {
    try {
      press();
    } catch (thrown) {
      const { code, message } = this.#ports.knownError(thrown);
      // What is armed is shown until it fires, or is not.
      if (code === 'cue-armed') return;
      if (!on?.keyboard.refused) return this.#ports.refused(`The key ${key}: ${message}`);
      on.keyboard.refused({ key, action: on.action, error: { code, message } });
    }
  }
}
