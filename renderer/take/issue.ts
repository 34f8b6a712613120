import type { SubCompositionView } from '../../contract/desk-api/desk-api.ts';
import { listedState, type StoredState } from '../../contract/model/animation-state.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Payload } from '../../contract/model/field.ts';
import { displayText } from '../fields/shown-value.ts';
import type { MarkFacts } from '../tally/marks.ts';
import { captions } from '../../contract/words/words.ts';
import { timeOfDay } from '../state/local-time.ts';
import { texts } from '../texts/texts.ts';
import { ownOf } from '../../contract/own.ts';

const words = texts.take;

/** The most urgent issue of a sub-composition that the operator can settle. */
export interface Issue {
  kind: 'drift' | 'refused' | 'changed' | 'undrawn' | 'editing';
  text: string;
}

export function issueOf(
  node: ModelItem,
  view: SubCompositionView | undefined,
  { refusal, trusted, undrawn }: MarkFacts,
): Issue | undefined {
  if (!view) return undefined;
  if (trusted && view.drift) return { kind: 'drift', text: driftText(node, view) };
  if (refusal) return { kind: 'refused', text: refusal.why };
  if (view.changed) return { kind: 'changed', text: words.changedElsewhere(timeOfDay(view.changed.at)) };
  if (undrawn !== undefined) return { kind: 'undrawn', text: undrawn };
  if (view.holder !== null) return { kind: 'editing', text: words.editing(view.holder) };
  return undefined;
}

function driftText(node: ModelItem, { drift, state, values }: SubCompositionView): string {
  if (!drift) return '';
  const fields = Object.keys(drift.payload ?? {});
  const requested = [
    ...(drift.state ? [stateWord(node, drift.state)] : []),
    ...valueWords(node, fields, drift.payload),
  ];
  const confirmed = [...(drift.state ? [stateWord(node, state)] : []), ...valueWords(node, fields, values)];
  return words.drift(requested.join(', '), confirmed.join(', '));
}

/** `In`, `Out`, or `Out 1` with two ways out. */
export function stateWord(node: Pick<ModelItem, 'secondTimeline'>, state: StoredState): string {
  return captions.states[listedState(state, node.secondTimeline)];
}

function valueWords(node: ModelItem, fields: string[], payload: Payload = {}): string[] {
  return fields.map((id) => {
    const field = node.model.find((one) => one.id === id);
    const value = ownOf(payload, id);
    if (!field || value === undefined) return id;
    return texts.common.quoted(field.title, displayText(field, value));
  });
}
