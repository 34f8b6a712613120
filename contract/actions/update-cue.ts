import { z } from 'zod';
import { type ActionKind, onCue } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onCue.extend({ do: z.literal('updateCue') });

/** Sends the edited values of a fired cue to its graphics still on air. Its triggers stay as fired. */
export const updateCue = {
  schema,
  caption: () => captions.updateCue,
  lamp: 'target',
  offers: {},
  osc: { 'cue/update': { reads: ['cue'] } },
  buttons: { update_cue: { name: 'Update cue', inputs: [{ on: 'cue' }] } },
} satisfies ActionKind<typeof schema>;
