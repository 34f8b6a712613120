import { texts } from '../../contract/texts/texts.ts';
import type { AnimationAction, AnimationState } from '../../contract/model/animation-state.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import type { Payload, Field, TimeControl, Value } from '../../contract/model/field.ts';
import { typedTime } from '../../contract/model/typed-time.ts';
import type { SubRef } from '../app/open-apps.ts';
import type { OperationItem, Request } from '../app/operation.ts';
import {
  type Action,
  actionCaption,
  type FieldAction,
  fieldFits,
  fieldRuleOf,
} from '../../contract/actions/actions.ts';
import { OverlayError } from '../../contract/errors.ts';
import { stepped } from '../../contract/model/canonical-value.ts';
import { wireValue } from '../../contract/model/wire-value.ts';
import { ownOf } from '../../contract/own.ts';
import type { SubState } from '../app/confirmed.ts';
import { captions } from '../../contract/words/words.ts';

export interface Take {
  to: AnimationState;
  action: AnimationAction;
}

export interface PreparedFields extends Pick<ModelItem, 'id' | 'secondTimeline'> {
  staged: Payload;
}

/**
 * An In carries staged edits in the same item, so that no frame shows old text. An Out never does, to avoid a visible
 * change. Graphics without a second timeline have one Out, whatever a program calls it.
 */
export function takeRequest(targets: readonly PreparedFields[], { to: asked, action }: Take): Request {
  const to = asked === 'In' || targets.some(({ secondTimeline }) => secondTimeline) ? asked : 'Out';
  const items = targets.map(({ id, staged }): OperationItem => ({
    id,
    ...(to === 'In' && Object.keys(staged).length > 0 ? { payload: staged } : {}),
    state: to,
    ...(action === 'jump' ? { action } : {}),
  }));
  return {
    kind: 'take',
    action: action === 'jump' ? captions.jump(captions.states[to]) : captions.take(captions.states[to]),
    items,
  };
}

export function valuesRequest(
  id: string,
  payload: Payload,
  { action = captions.update, from }: { action?: string; from?: Payload | undefined } = {},
): Request {
  return { kind: 'values', action, items: [{ id, payload, ...(from && { from }) }] };
}

export type CommandAction = Extract<Action, { do: 'fire' | 'time' }>;

export function commandRequest({ app, id }: SubRef, action: CommandAction): Request {
  const { field } = action;
  const { fields, item: sub } = app.state.sub(id);
  if (action.do === 'fire') {
    const title = fields.get(field)?.title ?? field;
    return { kind: 'command', action: texts.actions.fire(title), items: [{ id, commands: { [field]: 'execute' } }] };
  }
  // A command under way makes a value that only the service knows.
  const isKnown = !app.state.underWay(id).some(({ commands = {} }) => Object.hasOwn(commands, field));
  const from = isKnown && ownOf(app.state.requested(id).payload, field);
  const item = { id, commands: { [field]: { command: action.command } }, ...(from && { from: { [field]: from } }) };
  return { kind: 'command', action: actionCaption(action, sub), items: [item] };
}

export type ValueAction = Extract<Action, { do: 'set' | 'step' | 'cycle' | 'switch' }>;

/** Throws `call-invalid` if the sub-composition has no such changeable field. */
export function fieldToChange(
  action: FieldAction,
  { item, name, fields }: Pick<SubState, 'item' | 'name' | 'fields'>,
): Field {
  const field = fields.get(action.field);
  if (!field) throw new OverlayError('call-invalid', texts.app.noField(name, action.field));
  if (fieldFits(action, item)) return field;
  throw new OverlayError(
    'call-invalid',
    texts.actions.wrongField(name, field.title, captions.fieldKinds[fieldRuleOf(action).called]),
  );
}

/**
 * `value`: staged, else requested, else confirmed, else the default; of a field that is sent at once never staged, because
 * a press that failed left the edit. `now`: ms since the epoch, by the service's clock.
 */
export interface ShownValue {
  value: Value | undefined;
  now: number;
}

/** Throws `call-invalid` if the action does not fit the field. */
export function changedValue(
  action: ValueAction,
  sub: Pick<SubState, 'item' | 'name' | 'fields'>,
  shown: ShownValue,
): unknown {
  const field = fieldToChange(action, sub);
  const from = asShown(field, shown.value);
  if (field.type === 'timecontrol') return changedTimer(action, from as TimeControl, shown.now);
  switch (action.do) {
    case 'set':
      return action.value;
    case 'step':
      return stepped(field, from, action.by);
    case 'cycle':
      return cycled(field, from, { by: action.by, of: sub.name });
    case 'switch':
      return from !== true;
  }
}

/** A change of the time alone: the timer runs on from there, or stays paused. */
function changedTimer(action: ValueAction, timer: TimeControl, now: number): unknown {
  if (action.do === 'step') return { ...timer, value: timer.value + Math.round(action.by * 1_000) };
  const value = action.do === 'set' ? typedTime(String(action.value)) : undefined;
  if (value !== undefined) return { ...timer, UTC: now, value };
  return action.do === 'set' ? action.value : undefined;
}

/** Third-party services may report `"on"` for a checkbox. */
function asShown(field: Field, shown: Value = field.defaultValue): Value {
  const read = wireValue(field, shown, { present: undefined, now: 0 });
  return read.ok ? read.value : shown;
}

/** An unlisted value counts as the position before the first choice. */
function cycled({ title, selections = [] }: Field, shown: Value, { by, of }: { by: number; of: string }): string {
  const at = selections.findIndex(({ id }) => id === shown);
  const next = at < 0 && by < 0 ? selections.length + by : at + by;
  const choice = selections.at(next % selections.length);
  if (!choice) throw new OverlayError('call-invalid', texts.actions.noChoices(of, title));
  return choice.id;
}
