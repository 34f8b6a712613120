import { z } from 'zod';
import { type ActionKind, onSub } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onSub.extend({ do: z.literal('cue'), cued: z.boolean() });

export const cue = {
  schema,
  caption: ({ cued }) => (cued ? captions.cue : captions.uncue),
  lamp: 'target',
  offers: { sub: (on) => [{ do: 'cue', ...on, cued: true }] },
  osc: { cue: { reads: ['sub'], gives: { cued: true } }, uncue: { reads: ['sub'], gives: { cued: false } } },
  buttons: {
    cue: {
      name: 'Cue',
      description: 'For Take Cued',
      inputs: [{ on: 'sub' }, { id: 'remove', label: 'Remove it from what is cued', is: 'tick' }],
      gives: ({ remove }) => ({ cued: !remove }),
    },
  },
} satisfies ActionKind<typeof schema>;
