import { z } from 'zod';
import { type ActionKind, onRundown } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onRundown.extend({ do: z.literal('endFired') });

/** Like `endCue`, for the last fired cue of a rundown. */
export const endFired = {
  schema,
  caption: () => captions.endFired,
  lamp: 'cueFiredLast',
  offers: { desk: () => [{ do: 'endFired' }], rundown: (on) => [{ do: 'endFired', ...on }] },
  osc: {},
  buttons: { end_fired: { name: 'End the cue fired last', inputs: [{ on: 'rundown?' }] } },
} satisfies ActionKind<typeof schema>;
