import { z } from 'zod';
import { type ActionKind, onRundown } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onRundown.extend({ do: z.literal('rewind') });

/** Makes the first cue the next one, and forgets the fired cues. */
export const rewind = {
  schema,
  caption: () => captions.rewind,
  lamp: 'none',
  offers: {},
  osc: { rewind: { reads: ['rundown?'] } },
  buttons: { rewind: { name: 'Rewind', inputs: [{ on: 'rundown?' }] } },
} satisfies ActionKind<typeof schema>;
