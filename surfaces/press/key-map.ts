import { texts } from '../../contract/texts/texts.ts';
import { captions } from '../../contract/words/words.ts';
import { fieldFits, fieldRuleOf } from '../../contract/actions/actions.ts';
import { unheardPress } from '../../contract/desk-api/controller.ts';
import {
  type KeyBinding,
  type Kinds,
  type PressedKey,
  pressWords,
  tellsRelease,
} from '../../contract/desk-api/key-binding.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';
import { keyCaption } from '../../contract/model/key-caption.ts';

/** The first binding of a key and kind of press wins; {@link keyProblems} reports the others. */
export class KeyMap {
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

  kinds(key: string): Kinds<KeyBinding> | undefined {
    return this.#byKey.get(key);
  }
}

export function pressedKeyName({ key, press }: PressedKey): string {
  return press ? `${keyCaption(key)} (${pressWords[press]})` : keyCaption(key);
}

/** Sentences about kinds of press that can never count, because the key fires on key-down. */
export function pressProblems(map: KeyMap, bindings: readonly Pick<KeyBinding, 'key'>[]): string[] {
  return [...new Set(bindings.map(({ key }) => key))].flatMap((key) => {
    const problem = unheardPress([map.kinds(key) ?? {}]);
    return problem === undefined ? [] : [texts.keys.problem(keyCaption(key), problem)];
  });
}

/** Replaces hold by arm where the key cannot be held. */
function withSafeGuard(binding: KeyBinding): KeyBinding {
  return cannotBeHeld(binding) ? { ...binding, guard: { kind: 'arm' } } : binding;
}

/** Without a release, each short press would count as held. */
function cannotBeHeld({ key, guard }: KeyBinding): boolean {
  return guard?.kind === 'hold' && !tellsRelease(key);
}

export interface KeyTargets {
  /** `unknown`: the app has not reported its model yet. */
  target(id: string): ModelItem | undefined | 'unknown';
  hasLook(name: string): boolean;
  hasCue(id: string): boolean;
  hasRundown(id: string): boolean;
}

/** Sentences about keys bound twice, impossible guards and missing targets. */
export function keyProblems(bindings: readonly KeyBinding[], targets: KeyTargets): string[] {
  const seen = new Set<string>();
  return bindings.flatMap((binding) => {
    const name = pressedKeyName(binding);
    const problems = seen.has(name) ? [texts.keys.twice(name)] : [];
    seen.add(name);
    if (cannotBeHeld(binding)) problems.push(texts.keys.metaTwice(keyCaption(binding.key)));
    return [...problems, ...targetProblems(binding, targets)];
  });
}

export function hasUnknown(bindings: readonly Pick<KeyBinding, 'action'>[], targets: KeyTargets): boolean {
  return bindings.some(
    ({ action }) => 'subComposition' in action && targets.target(action.subComposition) === 'unknown',
  );
}

function targetProblems(binding: KeyBinding, targets: KeyTargets): string[] {
  const { action } = binding;
  const name = pressedKeyName(binding);
  if ('subComposition' in action) {
    const target = targets.target(action.subComposition);
    if (target === 'unknown') return [];
    if (!target) return [texts.keys.graphicGone(name)];
    if (!('field' in action) || fieldFits(action, target)) return [];
    return [texts.keys.lacksField(name, captions.fieldKinds[fieldRuleOf(action).called], target.name)];
  }
  if ('cue' in action && !targets.hasCue(action.cue)) return [texts.keys.cueGone(name)];
  if ('rundown' in action && action.rundown !== undefined && !targets.hasRundown(action.rundown))
    return [texts.keys.rundownGone(name)];
  if (action.do !== 'recallLook' || targets.hasLook(action.look)) return [];
  return [texts.keys.lookGone(name, action.look)];
}

/**
 * Keys of a show without any. 1 to 9: the first nine sub-compositions In; with Alt: Out; Alt+Shift: Out 2; Ctrl+Shift:
 * jump In. B: the first button. T: take everything cued. G: Go. Shift alone is unused: French keyboards need it to type
 * a digit.
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
