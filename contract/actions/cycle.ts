import { z } from 'zod';
import { type ActionKind, onValue, CountOnOrBack } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onValue.extend({ do: z.literal('cycle'), by: CountOnOrBack });

/** Moves through the choices of a selection and wraps around. */
export const cycle = {
  schema,
  caption: (_action, title) => captions.cycle(title),
  lamp: 'target',
  offers: { field: (on) => [{ do: 'cycle', ...on, by: 1 }] },
  osc: {},
  buttons: {
    cycle: {
      name: 'Next choice of a selection',
      inputs: [{ on: 'field' }, { id: 'by', label: 'Go on by', usual: 1 }, { send: true }],
    },
  },
  field: { called: 'selection', types: ['selection'] },
} satisfies ActionKind<typeof schema>;
