import { z } from 'zod';
import { type ActionKind, onCue } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onCue.extend({ do: z.literal('fireCue') });

/** Fires a cue from its first step. Its rundown does not advance. */
export const fireCue = {
  schema,
  caption: () => captions.fireCue,
  lamp: 'target',
  offers: { cue: (on) => [{ do: 'fireCue', ...on }] },
  osc: { 'cue/fire': { reads: ['cue'] } },
  buttons: {
    fire_cue: { name: 'Fire cue', description: 'The rundown stays where it is', inputs: [{ on: 'cue' }] },
  },
} satisfies ActionKind<typeof schema>;
