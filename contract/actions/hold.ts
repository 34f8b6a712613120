import { z } from 'zod';
import { type ActionKind, onRundown } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onRundown.extend({ do: z.literal('hold'), hold: z.boolean().optional() });

/** Stops automatic cues until resumed. Without `hold`, toggles. */
export const hold = {
  schema,
  caption: () => captions.hold,
  lamp: 'hold',
  offers: { desk: () => [{ do: 'hold' }], rundown: (on) => [{ do: 'hold', ...on }] },
  osc: {
    hold: { reads: ['rundown?'], gives: { hold: true } },
    resume: { reads: ['rundown?'], gives: { hold: false } },
    'hold/toggle': { reads: ['rundown?'] },
    'hold/switch': { reads: ['switch', 'rundown?'] },
  },
  buttons: { hold: { name: 'Hold, or go on', inputs: [{ on: 'rundown?' }] } },
} satisfies ActionKind<typeof schema>;
