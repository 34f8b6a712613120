import { z } from 'zod';
import { RowChoice } from '../desk-api/source.ts';
import { type ActionKind, onSub } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onSub.extend({ do: z.literal('chooseRow'), row: RowChoice });

export const chooseRow = {
  schema,
  caption: ({ row }) => captions.row('key' in row ? row.key : String(row.index + 1)),
  lamp: 'target',
  offers: {},
  osc: {},
  buttons: {
    choose_row: {
      name: 'Choose a row of the data',
      inputs: [{ on: 'sub' }, { id: 'key', label: 'Key of the row', is: 'text' }],
      gives: ({ key }) => ({ row: { key } }),
    },
  },
} satisfies ActionKind<typeof schema>;
