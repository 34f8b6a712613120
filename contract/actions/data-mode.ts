import { z } from 'zod';
import { DataMode } from '../desk-api/data-link.ts';
import { type ActionKind, onSub } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onSub.extend({ do: z.literal('dataMode'), mode: DataMode });

/** Sets the data mode. Fields that an operator edited follow the data again. */
export const dataMode = {
  schema,
  caption: ({ mode }) => captions.dataMode[mode],
  lamp: 'target',
  offers: {},
  osc: {},
  buttons: {
    data_mode: {
      name: 'What the data does',
      inputs: [{ on: 'sub' }, { id: 'mode', label: 'Mode', choices: { stage: 'Stage', live: 'Follow', hold: 'Hold' } }],
    },
  },
} satisfies ActionKind<typeof schema>;
