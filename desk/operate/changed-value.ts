import { type Action, fieldFits } from '../../contract/desk-api/action.ts';
import { OverlayError } from '../../contract/errors.ts';
import { numberLimits } from '../../contract/model/canonical-value.ts';
import { numeric } from '../../contract/model/decimal.ts';
import type { Field, Value } from '../../contract/model/field.ts';
import type { SubState } from '../app/confirmed.ts';

/** An action that changes a value. */
export type ValueAction = Extract<Action, { do: 'set' | 'step' | 'cycle' | 'switch' }>;

const expected = { set: '', step: 'a number', cycle: 'a selection', switch: 'a checkbox' } as const;

/**
 * The value that an action sets. `shown` is the present one: the staged, else the requested, else the confirmed value.
 * Throws `call-invalid` if the field cannot be changed like that.
 */
export function changedValue(action: ValueAction, { item, fields }: SubState, shown: Value | undefined): unknown {
  if (action.do === 'set') return action.value;
  const field = fields.get(action.field);
  if (!field) throw new OverlayError('call-invalid', `${item.name} has no field "${action.field}".`);
  if (!fieldFits(action, item)) {
    throw new OverlayError('call-invalid', `${item.name}, ${field.title}: it is not ${expected[action.do]}.`);
  }
  switch (action.do) {
    case 'step':
      return stepped(field, shown, action.by);
    case 'cycle':
      return cycled(field, shown, action.by);
    case 'switch':
      return shown !== true;
  }
}

/** A field without a number begins at 0. The sum has as many decimals as what was added, so 0.1 and 0.2 make 0.3. */
function stepped(field: Field, shown: Value | undefined, by: number): number {
  const from = numeric(shown) ?? 0;
  const [least, most] = numberLimits(field);
  const decimals = Math.max(decimalsOf(from), decimalsOf(by));
  return Math.min(most, Math.max(least, Number((from + by).toFixed(decimals))));
}

/** A float has no more than this many decimals that mean anything. */
const mostDecimals = 15;

function decimalsOf(number: number): number {
  const [, after = ''] = String(number).split('.');
  return String(number).includes('e') ? mostDecimals : Math.min(mostDecimals, after.length);
}

/** What is not among the choices counts as the one before the first. */
function cycled({ selections = [] }: Field, shown: Value | undefined, by: number): string | undefined {
  const at = selections.findIndex(({ id }) => id === shown);
  const next = at < 0 && by < 0 ? selections.length + by : at + by;
  return selections.at(((next % selections.length) + selections.length) % selections.length)?.id;
}
