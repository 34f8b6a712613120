import { z } from 'zod';
import { type ActionKind, onValue } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onValue.extend({
  do: z.literal('step'),
  by: z.number().refine((by) => by !== 0, { error: 'expected a number other than 0' }),
});

/** Adds to a number, within the limits of the field, or to a timer in seconds. */
export const step = {
  schema,
  caption: ({ by }, title) => captions.step(`${by > 0 ? '+' : ''}${by}`, title),
  lamp: 'target',
  offers: {
    field: (on) => [
      { do: 'step', ...on, by: 1 },
      { do: 'step', ...on, by: -1 },
    ],
  },
  osc: { step: { reads: ['field', 'step'] } },
  buttons: {
    step: {
      name: 'Add to a number',
      inputs: [{ on: 'field' }, { id: 'by', label: 'Add', usual: 1 }, { send: true }],
    },
  },
  field: { called: 'number or timer', types: ['number', 'normalizednumber', 'counter', 'timecontrol'] },
} satisfies ActionKind<typeof schema>;
