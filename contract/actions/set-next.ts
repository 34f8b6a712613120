import { z } from 'zod';
import { type ActionKind, onCue } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onCue.extend({ do: z.literal('setNext') });

export const setNext = {
  schema,
  caption: () => captions.setNext,
  lamp: 'target',
  offers: { cue: (on) => [{ do: 'setNext', ...on }] },
  osc: { 'cue/next': { reads: ['cue'] } },
  buttons: { set_next: { name: 'Cue next', inputs: [{ on: 'cue' }] } },
} satisfies ActionKind<typeof schema>;
