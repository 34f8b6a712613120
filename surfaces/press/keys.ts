import { texts } from '../../contract/texts/texts.ts';
import { keyCaption } from '../../contract/model/key-caption.ts';
import type { GuardedKey } from '../../contract/desk-api/desk-api.ts';
import type { GlobalKeysView, KeyBinding, PressedKey } from '../../contract/desk-api/key-binding.ts';
import { type KnownError, OverlayError } from '../../contract/errors.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { GlobalKeys, type RegisterGlobalKeys } from './global-keys.ts';
import type { Moment } from '../../contract/press-machine.ts';
import { type Hand, Hands, type PressedOn } from './hands.ts';
import {
  defaultKeys,
  hasUnknown,
  KeyMap,
  keyProblems,
  type KeyTargets,
  pressedKeyName,
  pressProblems,
} from './key-map.ts';
import type { Clock } from '../../contract/clock.ts';

export interface KeysPorts {
  targets: KeyTargets;
  model(): readonly ModelItem[];
  clock: Clock;
  knownError: KnownError;
  /** `age`: milliseconds since the press. Throws if refused. */
  press(binding: KeyBinding, age: number, hand: Hand): void;
  keep(bindings: KeyBinding[]): void;
  guardTime(): number;
  /** The error of a press of this age (ms); undefined if in time. */
  tooLate(age: number): OverlayError | undefined;
  /** Absent where the shell cannot hear keys of other programs. */
  globalKeys?: RegisterGlobalKeys | undefined;
  changed(): void;
  /** Shows a refusal as a notice, where no screen waits for it. */
  refused(text: string): void;
}

export interface KeyMoment {
  keyboard: Hand;
  /** Milliseconds since the event. */
  age: number;
  /** Milliseconds by the clock of the keyboard; absent: the desk's clock. */
  stamp?: number | undefined;
}

/** A keyboard that a shell hears before any page. Only panic keys count. */
export interface PanicKeys {
  /** Returns true for a panic key, which no page needs to hear. */
  down(key: string): boolean;
  up(key: string): void;
}

export class Keys {
  readonly #ports: KeysPorts;
  readonly #hands: Hands<KeyBinding>;
  #map: KeyMap;
  #mapped: boolean;
  #problems: string[] | undefined;
  readonly #global: GlobalKeys;

  /** `bindings`: undefined until the desk has seen a show to map. */
  constructor(bindings: readonly KeyBinding[] | undefined, ports: KeysPorts) {
    this.#ports = ports;
    this.#map = new KeyMap(bindings ?? []);
    this.#mapped = bindings !== undefined;
    this.#hands = new Hands({
      ...ports,
      guardedChanged: () => ports.changed(),
      checkAge: (age) => {
        const late = ports.tooLate(age);
        if (late) throw late;
      },
      orNotice: (key, press, on) => this.#orNotice(key, press, on),
      unsure: (key) => ports.refused(texts.keys.unanswered(keyCaption(key))),
    });
    const keyboard: Hand = {};
    this.#global = new GlobalKeys(ports.clock, ports.globalKeys, {
      pressed: (key) => this.#orNotice(key, () => void this.down(key, false, { keyboard, age: 0 })),
      changed: () => ports.changed(),
    });
    this.#hearGlobalKeys();
  }

  get bindings(): KeyBinding[] {
    return [...this.#map.bindings];
  }

  get guarded(): GuardedKey[] {
    return this.#hands.guarded;
  }

  get global(): GlobalKeysView {
    return this.#global.view;
  }

  tryGlobal(tries: boolean): void {
    this.#global.try(tries);
  }

  get problems(): string[] {
    if (this.#problems) return this.#problems;
    const { targets } = this.#ports;
    const problems = [
      ...keyProblems(this.#map.written, targets),
      ...pressProblems(this.#map, this.#map.bindings),
      ...this.#global.problems,
    ];
    // Nothing reports that an unknown target will never come.
    if (!hasUnknown(this.#map.written, targets)) this.#problems = problems;
    return problems;
  }

  /** Returns whether the key is mapped. Throws if refused. */
  down(key: string, repeat: boolean, moment: KeyMoment): boolean {
    const kinds = this.#map.kinds(key);
    if (!kinds) return false;
    const { short } = kinds;
    if (short?.global && this.#global.isTried && short.action.do !== 'panic') return true;
    if (short?.global && this.#global.isRepeated(key)) return true;
    if (!repeat) this.#hands.down(moment.keyboard, { key, kinds, ...this.#moment(moment) });
    return true;
  }

  up(key: string, moment: KeyMoment): void {
    this.#hands.up(moment.keyboard, key, this.#moment(moment));
  }

  lost(key: string, keyboard: Hand): void {
    this.#hands.lost(keyboard, key);
  }

  gone(keyboard: Hand): void {
    this.#hands.gone(keyboard);
  }

  panicKeys(): PanicKeys {
    const keyboard: Hand = {};
    return {
      down: (key) => {
        if (this.#map.kinds(key)?.short?.action.do !== 'panic') return false;
        this.#orNotice(key, () => void this.down(key, false, { keyboard, age: 0 }));
        return true;
      },
      up: (key) => this.lost(key, keyboard),
    };
  }

  /** Call after a model changed. The first show gives the desk its keys. */
  showChanged(): void {
    this.#problems = undefined;
    const model = this.#ports.model();
    if (!this.#mapped && model.length > 0) this.become(defaultKeys(model));
  }

  /** Replaces bindings of the key and kind of press. Throws `call-invalid` if the short press hides the kind. */
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

  become(bindings: readonly KeyBinding[]): void {
    this.#hands.interrupt();
    this.#problems = undefined;
    this.#mapped = true;
    this.#map = new KeyMap([...bindings]);
    this.#ports.keep([...bindings]);
    this.#hearGlobalKeys();
  }

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

  /** `on`: where the key was pressed; absent for a keyboard without a screen. */
  #orNotice(key: string, press: () => void, on?: PressedOn): void {
    try {
      press();
    } catch (thrown) {
      const { code, message } = this.#ports.knownError(thrown);
      // The screen shows an armed cue until the guard ends.
      if (code === 'cue-armed') return;
      if (!on?.hand.refused) return this.#ports.refused(texts.keys.did(keyCaption(key), message));
      on.hand.refused({ key, action: on.action, error: { code, message } });
    }
  }
}
