import { z } from 'zod';
import { FieldType, isSettable } from '../model/field.ts';
import { type ActionKind, onValue } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onValue.extend({ do: z.literal('set'), value: z.unknown() });

/** A timer takes a time as operators type it, `45:00`, and goes on running or stays paused. */
export const set = {
  schema,
  caption: (_action, title) => captions.set(title),
  lamp: 'target',
  offers: {},
  osc: {
    set: { reads: ['field', 'value'] },
    send: { reads: ['field', 'value'], gives: { send: true } },
  },
  buttons: {
    set: {
      name: 'Set a value',
      inputs: [{ on: 'field' }, { id: 'value', label: 'Value', is: 'value' }, { send: true }],
    },
  },
  field: {
    called: 'field with a value',
    types: [...FieldType.options.filter((type) => isSettable({ type })), 'timecontrol'],
  },
} satisfies ActionKind<typeof schema>;
