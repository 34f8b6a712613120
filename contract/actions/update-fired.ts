import { z } from 'zod';
import { type ActionKind, onRundown } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onRundown.extend({ do: z.literal('updateFired') });

/** Like `updateCue`, for the last fired cue of a rundown. */
export const updateFired = {
  schema,
  caption: () => captions.updateFired,
  lamp: 'cueFiredLast',
  offers: { desk: () => [{ do: 'updateFired' }], rundown: (on) => [{ do: 'updateFired', ...on }] },
  osc: {},
  buttons: { update_fired: { name: 'Update the cue fired last', inputs: [{ on: 'rundown?' }] } },
} satisfies ActionKind<typeof schema>;
