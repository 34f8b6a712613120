import { z } from 'zod';
import { type ActionKind, onSub, CountOnOrBack } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onSub.extend({ do: z.literal('nextRow'), by: CountOnOrBack });

/** Moves by this many data rows; refused at the ends. */
export const nextRow = {
  schema,
  caption: ({ by }) => (by < 0 ? captions.previousRow : captions.nextRow),
  lamp: 'target',
  offers: {},
  osc: {},
  buttons: {
    next_row: { name: 'Next row of the data', inputs: [{ on: 'sub' }, { id: 'by', label: 'Go on by', usual: 1 }] },
  },
} satisfies ActionKind<typeof schema>;
