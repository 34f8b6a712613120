import type { KeyAction, KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { type ModelItem, preOrder } from '../../contract/model/control.ts';

/** What each key does. The first binding of a key wins; {@link keyProblems} tells of the others. */
export class KeyMap {
  readonly bindings: readonly KeyBinding[];
  readonly #actions = new Map<string, KeyAction>();

  constructor(bindings: readonly KeyBinding[]) {
    this.bindings = bindings;
    for (const { key, action } of bindings) if (!this.#actions.has(key)) this.#actions.set(key, action);
  }

  action(key: string): KeyAction | undefined {
    return this.#actions.get(key);
  }
}

/** What is wrong with bindings for a show, in words for the operator: keys bound twice, targets that do not exist. */
export function keyProblems(bindings: readonly KeyBinding[], model: readonly ModelItem[]): string[] {
  const shown = new Map([...preOrder(model)].map((item) => [item.id, item]));
  const seen = new Set<string>();
  return bindings.flatMap(({ key, action }) => {
    const problems = seen.has(key) ? [`The key ${key} is mapped twice; its first mapping counts.`] : [];
    seen.add(key);
    if (action.do === 'takeCued') return problems;
    const target = shown.get(action.subComposition);
    if (!target) return [...problems, `The key ${key} is mapped to a sub-composition that is not in this show.`];
    if (action.do === 'fire' && !target.model.some((field) => field.id === action.field && field.type === 'button')) {
      return [...problems, `The key ${key} is mapped to a button that ${target.name} does not have.`];
    }
    return problems;
  });
}

/**
 * The mapping of a show that has none yet: 1 to 9 take the first nine sub-compositions In, with Shift Out, with Alt
 * Out 2 where there is one, with Ctrl and Shift jump In; B fires the first button; T takes everything cued.
 */
export function defaultKeys(model: readonly ModelItem[]): KeyBinding[] {
  const all = [...preOrder(model.flatMap((root) => root.subcompositions))];
  const keys = all.slice(0, 9).flatMap(({ id, secondTimeline }, at): KeyBinding[] => {
    const digit = `Digit${at + 1}`;
    const take = { do: 'take', subComposition: id, action: 'play' } as const;
    return [
      { key: digit, action: { ...take, to: 'In' } },
      { key: `Shift+${digit}`, action: { ...take, to: 'Out' } },
      ...(secondTimeline ? [{ key: `Alt+${digit}`, action: { ...take, to: 'Out2' as const } }] : []),
      { key: `Ctrl+Shift+${digit}`, action: { ...take, to: 'In', action: 'jump' } },
    ];
  });
  const buttons = all.flatMap((item) => item.model.map((field) => ({ item, field })));
  const button = buttons.find(({ field }) => field.type === 'button');
  if (button)
    keys.push({ key: 'KeyB', action: { do: 'fire', subComposition: button.item.id, field: button.field.id } });
  return [...keys, { key: 'KeyT', action: { do: 'takeCued' } }];
}
