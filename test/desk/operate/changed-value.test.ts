import { describe, expect, it } from 'vitest';
import type { Field, Value } from '../../../contract/model/field.ts';
import type { SubState } from '../../../desk/app/confirmed.ts';
import { changedValue, type ValueAction } from '../../../desk/operate/changed-value.ts';
import { modelItem } from '../../kit/desk/scripted-ports.ts';
import { testField } from '../../kit/service/line-show.ts';

const selections = ['low', 'mid', 'high'].map((id) => ({ id, title: id }));

function subWith(field: Field): SubState {
  const item = modelItem({ id: 'sub', name: 'Score', model: [field] });
  return { item, fields: new Map([[field.id, field]]), state: 'Out1', reported: true, payload: {} };
}

type Change = Pick<ValueAction, 'do'> & { by?: number; value?: unknown };

/** The value that an action makes of the shown one. */
function changed(change: Change, field: Field, shown?: Value): unknown {
  const action = { subComposition: 'app/sub', field: field.id, ...change } as ValueAction;
  return changedValue(action, subWith(field), shown);
}

const number = (more: Partial<Field> = {}): Field => ({ ...testField('it', 'number', '0'), ...more });
const selection: Field = { ...testField('it', 'selection', 'low'), selections };
const checkbox = testField('it', 'checkbox', false);

describe('the value that an action sets', () => {
  it.each<[string, Change, Field, Value | undefined, unknown]>([
    ['what it names', { do: 'set', value: [1] }, number(), '3', [1]],
    ['one more', { do: 'step', by: 1 }, number(), '3', 4],
    ['less, below zero', { do: 'step', by: -5 }, number(), '3', -2],
    ['a sum without the noise of floats', { do: 'step', by: 0.2 }, number(), '0.1', 0.3],
    ['a sum of small parts', { do: 'step', by: 0.01 }, number(), '1.5', 1.51],
    ['a sum that starts at zero', { do: 'step', by: 2 }, number(), undefined, 2],
    ['the greatest that the field takes', { do: 'step', by: 5 }, number({ max: '6' }), '3', 6],
    ['the least that the field takes', { do: 'step', by: -5 }, number({ min: '-1' }), '3', -1],
    ['of a normalized number 100 at most', { do: 'step', by: 60 }, testField('it', 'normalizednumber', '0'), '50', 100],
    ['of a counter one more', { do: 'step', by: 1 }, testField('it', 'counter', '0'), '9', 10],
    ['the next choice', { do: 'cycle', by: 1 }, selection, 'low', 'mid'],
    ['the first choice after the last', { do: 'cycle', by: 1 }, selection, 'high', 'low'],
    ['the last choice before the first', { do: 'cycle', by: -1 }, selection, 'low', 'high'],
    ['a choice round and round', { do: 'cycle', by: 7 }, selection, 'low', 'mid'],
    ['the first choice after none', { do: 'cycle', by: 1 }, selection, undefined, 'low'],
    ['the last choice before none', { do: 'cycle', by: -1 }, selection, undefined, 'high'],
    ['on after off', { do: 'switch' }, checkbox, false, true],
    ['off after on', { do: 'switch' }, checkbox, true, false],
  ])('is %s', (_, change, field, shown, value) => {
    expect(changed(change, field, shown)).toEqual(value);
  });

  it.each<[string, Change, Field, string]>([
    ['a step of words', { do: 'step', by: 1 }, testField('it', 'text', ''), 'Score, it: it is not a number.'],
    ['the next of a number', { do: 'cycle', by: 1 }, number(), 'Score, it: it is not a selection.'],
    ['a switch of a number', { do: 'switch' }, number(), 'Score, it: it is not a checkbox.'],
  ])('is refused for %s', (_, change, field, message) => {
    expect(() => changed(change, field)).toThrow(message);
  });

  it('is refused for a field that is not there', () => {
    const action = { do: 'switch', subComposition: 'app/sub', field: 'gone' } as const;
    expect(() => changedValue(action, subWith(checkbox), undefined)).toThrow('Score has no field "gone".');
  });
});
