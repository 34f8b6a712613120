import { z } from 'zod';
import { type ActionKind, onCue } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onCue.extend({ do: z.literal('markCue'), marked: z.boolean() });

export const markCue = {
  schema,
  caption: ({ marked }) => (marked ? captions.markCue : captions.unmarkCue),
  lamp: 'target',
  offers: { cue: (on) => [{ do: 'markCue', ...on, marked: true }] },
  osc: {},
  buttons: {
    mark_cue: {
      name: 'Mark cue',
      inputs: [{ on: 'cue' }, { id: 'remove', label: 'Remove the mark', is: 'tick' }],
      gives: ({ remove }) => ({ marked: !remove }),
    },
  },
} satisfies ActionKind<typeof schema>;
