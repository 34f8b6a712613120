import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { listedState, type StoredState } from '../../contract/model/animation-state.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Payload } from '../../contract/model/field.ts';
import { asTold } from '../fields/shown-value.ts';
import type { Refusal } from '../state/refusals.svelte.ts';
import { timeOfDay } from '../health/link-state.ts';

/** The most pressing thing about a sub-composition that the operator can settle. */
export interface Matter {
  kind: 'differs' | 'refused' | 'changed' | 'held';
  text: string;
}

interface Known {
  view: SubCompositionView | undefined;
  refusal: Refusal | undefined;
  /** What was told of it is what is so. */
  trusted: boolean;
}

/** What is to be settled about a sub-composition now; undefined where nothing is. */
export function matterOf(node: ModelItem, { view, refusal, trusted }: Known): Matter | undefined {
  if (!view) return undefined;
  if (trusted && view.drift) return { kind: 'differs', text: differsText(node, view) };
  if (refusal) return { kind: 'refused', text: refusal.why };
  if (view.changed) return { kind: 'changed', text: `It was changed elsewhere at ${timeOfDay(view.changed.at)}.` };
  if (view.holder !== null) return { kind: 'held', text: `It is being edited on ${view.holder}.` };
  return undefined;
}

/** `Asked: In, Line 1 “Grace”. True: Out 1, Line 1 “Ada”.` */
export function differsText(node: ModelItem, { drift: differs, state, values }: SubCompositionView): string {
  if (!differs) return '';
  const fields = Object.keys(differs.payload ?? {});
  const asked = [
    ...(differs.state ? [stateWord(node, differs.state)] : []),
    ...valueWords(node, fields, differs.payload),
  ];
  const so = [...(differs.state ? [stateWord(node, state)] : []), ...valueWords(node, fields, values)];
  return `Asked: ${asked.join(', ')}. True: ${so.join(', ')}.`;
}

/** A state as an operator says it: `In`, `Out`, or `Out 1` where there are two ways out. */
export function stateWord(node: Pick<ModelItem, 'secondTimeline'>, state: StoredState): string {
  return listedState(state, node.secondTimeline).replace(/(\d)$/, ' $1');
}

function valueWords(node: ModelItem, fields: string[], payload: Payload = {}): string[] {
  return fields.map((id) => {
    const field = node.model.find((one) => one.id === id);
    const value = payload[id];
    if (!field || value === undefined) return id;
    return `${field.title} “${asTold(field, value)}”`;
  });
}
