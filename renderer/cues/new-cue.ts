import { Cue, type CueTarget } from '../../contract/desk-api/cue.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { DeskClient } from '../state/desk.svelte.ts';
import { isCommanded, type Payload } from '../../contract/model/field.ts';

interface CueOrigin {
  node: ModelItem | undefined;
  staged: Payload;
  numbers: readonly string[];
}

/** The staged edits of a sub-composition without the words that another screen has not finished. */
export function finishedEdits(desk: Pick<DeskClient, 'screen' | 'sub'>, id: string): Payload {
  const { staged = {}, editors = [] } = desk.sub(id) ?? {};
  const typed = new Set(editors.flatMap(({ hand, field, words }) => (words && hand !== desk.screen ? field : [])));
  return Object.fromEntries(Object.entries(staged).filter(([field]) => !typed.has(field)));
}

/** A cue that takes In the selected sub-composition with its staged edits, under the next whole number. */
export function newCue({ node, staged, numbers }: CueOrigin): Omit<Cue, 'id'> {
  const targets = node?.state === undefined ? [] : [newTarget(node, staged)];
  const name = targets[0]?.name ?? '';
  return Cue.omit({ id: true }).parse({ number: nextNumber(numbers), name, steps: [{ targets }] });
}

export function newTarget({ id, name, state, model }: ModelItem, staged: Payload): CueTarget {
  const values = Object.entries(staged).filter(([field]) => model.some((one) => one.id === field && !isCommanded(one)));
  return {
    subComposition: id,
    name,
    action: 'play',
    values: Object.fromEntries(values),
    commands: {},
    ...(state !== undefined && { state: 'In' }),
  };
}

/** One more than the greatest whole number before a dot. */
function nextNumber(numbers: readonly string[]): string {
  const whole = numbers.map((number) => Number.parseInt(number, 10)).filter((number) => number >= 0);
  return String(Math.max(0, ...whole) + 1);
}
