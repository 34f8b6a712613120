import { z } from 'zod';
import { type ActionKind, onCue } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onCue.extend({ do: z.literal('endCue') });

/** Stops the automatic steps of a cue, and takes Out everything it took In. */
export const endCue = {
  schema,
  caption: () => captions.endCue,
  lamp: 'target',
  offers: { cue: (on) => [{ do: 'endCue', ...on }] },
  osc: { 'cue/end': { reads: ['cue'] } },
  buttons: { end_cue: { name: 'End cue', inputs: [{ on: 'cue' }] } },
} satisfies ActionKind<typeof schema>;
