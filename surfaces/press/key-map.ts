import { fieldFits, fieldOf } from '../../contract/desk-api/action.ts';
import { type KeyBinding, type PressedKey, pressWords, tellsRelease } from '../../contract/desk-api/key-binding.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import { type Kinds, unheardPress } from './press-kinds.ts';

/** What each key does. The first binding of a key for a kind of press wins; {@link keyProblems} reports the others. */
export class KeyMap {
  /** As the settings have them. */
  readonly written: readonly KeyBinding[];
  readonly bindings: readonly KeyBinding[];
  readonly #byKey = new Map<string, Kinds<KeyBinding>>();

  constructor(bindings: readonly KeyBinding[]) {
    this.written = bindings;
    this.bindings = bindings.map(withSafeGuard);
    for (const binding of this.bindings) {
      const { key, press = 'short' } = binding;
      this.#byKey.set(key, { [press]: binding, ...this.#byKey.get(key) });
    }
  }

  /** What a key does by each kind of press; undefined if it is not mapped. */
  kinds(key: string): Kinds<KeyBinding> | undefined {
    return this.#byKey.get(key);
  }
}

/** A key and a kind of press, for people: `F5 (held)`. */
export function pressedKeyName({ key, press }: PressedKey): string {
  return press ? `${key} (${pressWords[press]})` : key;
}

/** Sentences about kinds of press of these keys that would never count, because of what the key does as it goes down. */
export function pressProblems(map: KeyMap, bindings: readonly Pick<KeyBinding, 'key'>[]): string[] {
  return [...new Set(bindings.map(({ key }) => key))].flatMap((key) => {
    const problem = unheardPress([map.kinds(key) ?? {}]);
    return problem === undefined ? [] : [`The key ${key} ${problem}.`];
  });
}

/** The binding with a guard that the key can have: one that cannot be held is armed instead. */
function withSafeGuard(binding: KeyBinding): KeyBinding {
  return cannotBeHeld(binding) ? { ...binding, guard: { kind: 'arm' } } : binding;
}

/** Where nobody hears a release, each short press would count as held. */
function cannotBeHeld({ key, guard }: KeyBinding): boolean {
  return guard?.kind === 'hold' && !tellsRelease(key);
}

/** What bindings refer to. */
export interface KeyTargets {
  /** The sub-composition at an address; `unknown` if its app has not reported its model yet. */
  target(id: string): ModelItem | undefined | 'unknown';
  hasLook(name: string): boolean;
  hasCue(id: string): boolean;
  hasRundown(id: string): boolean;
}

/** What is wrong with bindings, in sentences: keys bound twice, guards that they cannot have, and targets that do not exist. */
export function keyProblems(bindings: readonly KeyBinding[], targets: KeyTargets): string[] {
  const seen = new Set<string>();
  return bindings.flatMap((binding) => {
    const name = pressedKeyName(binding);
    const problems = seen.has(name) ? [`The key ${name} is mapped twice; its first mapping counts.`] : [];
    seen.add(name);
    if (cannotBeHeld(binding)) {
      problems.push(
        `The key ${binding.key} must be pressed twice: with Meta (Command) nobody can tell how long it is held.`,
      );
    }
    return [...problems, ...targetProblems(binding, targets)];
  });
}

function targetProblems(binding: KeyBinding, targets: KeyTargets): string[] {
  const { action } = binding;
  const name = pressedKeyName(binding);
  if ('subComposition' in action) {
    const target = targets.target(action.subComposition);
    if (target === 'unknown') return [];
    if (!target) return [`The key ${name} is mapped to a sub-composition that is not in this show.`];
    if (!('field' in action) || fieldFits(action, target)) return [];
    return [`The key ${name} is mapped to a ${fieldOf[action.do].called} that ${target.name} does not have.`];
  }
  if ('cue' in action && !targets.hasCue(action.cue)) return [`The key ${name} is mapped to a cue that is gone.`];
  if ('rundown' in action && action.rundown !== undefined && !targets.hasRundown(action.rundown))
    return [`The key ${name} is mapped to a rundown that is gone.`];
  if (action.do !== 'recallLook' || targets.hasLook(action.look)) return [];
  return [`The key ${name} is mapped to the look ${action.look}, which is gone.`];
}

/**
 * The keys of a show that has none yet. 1 to 9 take the first nine sub-compositions In; with Alt Out; with Alt and Shift
 * Out 2 if there is one; with Ctrl and Shift they jump In. B fires the first button. T takes everything cued. G is Go. No digit
 * has Shift alone: on a French keyboard that types the digit, so whoever types 1 would get another key than 1.
 */
export function defaultKeys(model: readonly ModelItem[]): KeyBinding[] {
  const all = [...preOrder(model.flatMap((root) => root.subcompositions))];
  const keys = all.slice(0, 9).flatMap(({ id, secondTimeline }, at): KeyBinding[] => {
    const digit = `Digit${at + 1}`;
    const take = { do: 'take', subComposition: id, action: 'play' } as const;
    return [
      { key: digit, action: { ...take, to: 'In' } },
      { key: `Alt+${digit}`, action: { ...take, to: 'Out' } },
      ...(secondTimeline ? [{ key: `Alt+Shift+${digit}`, action: { ...take, to: 'Out2' as const } }] : []),
      { key: `Ctrl+Shift+${digit}`, action: { ...take, to: 'In', action: 'jump' } },
    ];
  });
  const buttons = all.flatMap((item) => item.model.map((field) => ({ item, field })));
  const button = buttons.find(({ field }) => field.type === 'button');
  if (button)
    keys.push({ key: 'KeyB', action: { do: 'fire', subComposition: button.item.id, field: button.field.id } });
  return [...keys, { key: 'KeyT', action: { do: 'takeCued' } }, { key: 'KeyG', action: { do: 'go' } }];
}
