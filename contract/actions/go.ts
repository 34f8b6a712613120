import { z } from 'zod';
import { CuePlace } from '../desk-api/cue.ts';
import { type ActionKind, onRundown } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onRundown.extend({
  do: z.literal('go'),
  ahead: z.int().min(1).max(63).optional(),
  next: CuePlace.optional(),
});

/**
 * Fires the next cue and advances. `ahead` skips cues, for adjacent controls that show the next cues 0, 1, 2 … `next` is
 * the cue that the operator saw; the desk refuses if it has changed.
 */
export const go = {
  schema,
  caption: ({ ahead }) => (ahead === undefined ? captions.go : captions.goAhead(ahead)),
  lamp: 'nextCue',
  offers: { desk: () => [{ do: 'go' }], rundown: (on) => [{ do: 'go', ...on }] },
  osc: { go: { reads: ['rundown?'] }, 'go/ahead': { reads: ['ahead', 'rundown?'] } },
  buttons: {
    go: {
      name: 'Go',
      description: 'Refused if something else is next by now than the button showed',
      inputs: [{ on: 'rundown?' }],
    },
  },
  sees: 'next',
} satisfies ActionKind<typeof schema>;
