import { z } from 'zod';
import { type ActionKind, onRundown } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onRundown.extend({ do: z.literal('fireMarked') });

export const fireMarked = {
  schema,
  caption: () => captions.fireMarked,
  lamp: 'markedCues',
  offers: { desk: () => [{ do: 'fireMarked' }], rundown: (on) => [{ do: 'fireMarked', ...on }] },
  osc: {},
  buttons: { fire_marked: { name: 'Fire marked cues', inputs: [{ on: 'rundown?' }] } },
} satisfies ActionKind<typeof schema>;
