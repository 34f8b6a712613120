import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { Field, Value } from '../../../contract/model/field.ts';
import type { SubState } from '../../../desk/app/confirmed.ts';
import { changedValue, type ValueAction } from '../../../desk/operate/request.ts';
import { modelItem } from '../../kit/desk/scripted-ports.ts';
import { testField } from '../../kit/service/line-show.ts';

const selections = ['low', 'mid', 'high'].map((id) => ({ id, title: id }));

function subWith(field: Field): SubState {
  const item = modelItem({ id: 'sub', name: 'Score', model: [field] });
  return { item, fields: new Map([[field.id, field]]), name: item.name, state: 'Out1', reported: true, payload: {} };
}

type Change = Pick<ValueAction, 'do'> & { by?: number; value?: unknown };

/** The value that an action makes of the shown one. */
function changed(change: Change, field: Field, shown?: Value): unknown {
  const action = { subComposition: 'app/sub', field: field.id, ...change } as ValueAction;
  return changedValue(action, subWith(field), { value: shown, now: 50_000 });
}

const number = (more: Partial<Field> = {}): Field => ({ ...testField('it', 'number', '0'), ...more });
const selection: Field = { ...testField('it', 'selection', 'low'), selections };
const running = { UTC: 20_000, isRunning: true, value: 1_000 };
const paused = { ...running, isRunning: false };
const timer = testField('it', 'timecontrol', paused);
const checkbox = testField('it', 'checkbox', false);

describe('the value that an action sets', () => {
  it.each<[string, Change, Field, Value | undefined, unknown]>([
    ['what it names', { do: 'set', value: [1] }, number(), '3', [1]],
    ['a second more on a running timer', { do: 'step', by: 1 }, timer, running, { ...running, value: 2_000 }],
    ['half a second less on a paused timer', { do: 'step', by: -0.5 }, timer, paused, { ...paused, value: 500 }],
    [
      'a time to run on from',
      { do: 'set', value: '45:00' },
      timer,
      running,
      { UTC: 50_000, isRunning: true, value: 2_700_000 },
    ],
    [
      'a time to stay paused at',
      { do: 'set', value: '45:00' },
      timer,
      paused,
      { UTC: 50_000, isRunning: false, value: 2_700_000 },
    ],
    ['one more', { do: 'step', by: 1 }, number(), '3', '4'],
    ['less, below zero', { do: 'step', by: -5 }, number(), '3', '-2'],
    ['a sum without the noise of floats', { do: 'step', by: 0.2 }, number(), '0.1', '0.3'],
    ['a sum of small parts', { do: 'step', by: 0.01 }, number(), '1.5', '1.51'],
    ['a sum that starts at the default', { do: 'step', by: 2 }, number({ defaultValue: '50' }), undefined, '52'],
    ['a sum with the digits that were written', { do: 'step', by: 1 }, number(), '7.50', '8.50'],
    [
      'a sum of more digits than floats have',
      { do: 'step', by: 1 },
      number(),
      '12345678901234567890',
      '12345678901234567891',
    ],
    ['a sum below one', { do: 'step', by: -0.25 }, number(), '0.2', '-0.05'],
    ['a sum where a limit is no number', { do: 'step', by: 1 }, number({ max: 'lots' }), '3', '4'],
    ['the greatest that the field takes', { do: 'step', by: 5 }, number({ max: '6' }), '3', '6'],
    ['the least that the field takes', { do: 'step', by: -5 }, number({ min: '-1' }), '3', '-1'],
    [
      'of a normalized number 100 at most',
      { do: 'step', by: 60 },
      testField('it', 'normalizednumber', '0'),
      '50',
      '100',
    ],
    ['of a counter one more', { do: 'step', by: 1 }, testField('it', 'counter', '0'), '9', '10'],
    ['the next choice', { do: 'cycle', by: 1 }, selection, 'low', 'mid'],
    ['the first choice after the last', { do: 'cycle', by: 1 }, selection, 'high', 'low'],
    ['the last choice before the first', { do: 'cycle', by: -1 }, selection, 'low', 'high'],
    ['a choice round and round', { do: 'cycle', by: 7 }, selection, 'low', 'mid'],
    ['the first choice after none', { do: 'cycle', by: 1 }, selection, 'gone', 'low'],
    ['the last choice before none', { do: 'cycle', by: -1 }, selection, 'gone', 'high'],
    ['on after off', { do: 'switch' }, checkbox, false, true],
    ['off after on', { do: 'switch' }, checkbox, true, false],
    ['off after what a service of others calls on', { do: 'switch' }, checkbox, 'on', false],
    ['off after a default that is on', { do: 'switch' }, testField('it', 'checkbox', true), undefined, false],
  ])('is %s', (_, change, field, shown, value) => {
    expect(changed(change, field, shown)).toEqual(value);
  });

  it.each<[string, Change, Field, string]>([
    [
      'a step of words',
      { do: 'step', by: 1 },
      testField('it', 'text', ''),
      texts.actions.wrongField('Score', 'it', 'number or timer'),
    ],
    ['the next of a number', { do: 'cycle', by: 1 }, number(), texts.actions.wrongField('Score', 'it', 'selection')],
    ['a switch of a number', { do: 'switch' }, number(), texts.actions.wrongField('Score', 'it', 'checkbox')],
    [
      'a press as a value',
      { do: 'set', value: 'execute' },
      testField('it', 'button', ''),
      'it is not a field with a value.',
    ],
    [
      'the next of no choices',
      { do: 'cycle', by: 1 },
      { ...selection, selections: [] },
      texts.actions.noChoices('Score', 'it'),
    ],
  ])('is refused for %s', (_, change, field, message) => {
    expect(() => changed(change, field)).toThrow(message);
  });

  it('is refused for a field that is not there', () => {
    const action = { do: 'switch', subComposition: 'app/sub', field: 'gone' } as const;
    expect(() => changedValue(action, subWith(checkbox), { value: undefined, now: 0 })).toThrow(
      texts.app.noField('Score', 'gone'),
    );
  });
});
