import { z } from 'zod';
import { type ActionKind, onRundown } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onRundown.extend({ do: z.literal('jumpTo'), number: z.string() });

export const jumpTo = {
  schema,
  caption: ({ number }) => captions.jumpTo(number),
  lamp: 'none',
  offers: {},
  osc: { jumpTo: { reads: ['number', 'rundown?'] } },
  buttons: {
    jump_to: {
      name: 'Cue with a number next',
      inputs: [{ on: 'rundown?' }, { id: 'number', label: 'Number of the cue', is: 'text' }],
    },
  },
} satisfies ActionKind<typeof schema>;
