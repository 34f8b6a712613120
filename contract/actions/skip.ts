import { z } from 'zod';
import { type ActionKind, onRundown } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onRundown.extend({ do: z.literal('skip'), by: z.int() });

/** Moves the next cue forward or back without firing. */
export const skip = {
  schema,
  caption: ({ by }) => (by < 0 ? captions.back : captions.skip),
  lamp: 'none',
  offers: {
    desk: () => [
      { do: 'skip', by: 1 },
      { do: 'skip', by: -1 },
    ],
    rundown: (on) => [
      { do: 'skip', ...on, by: 1 },
      { do: 'skip', ...on, by: -1 },
    ],
  },
  osc: { skip: { reads: ['count', 'rundown?'] } },
  buttons: {
    skip: {
      name: 'Skip',
      description: 'Fires nothing',
      inputs: [{ on: 'rundown?' }, { id: 'by', label: 'Cues', usual: 1 }],
    },
    back: {
      name: 'Back',
      description: 'Fires nothing',
      inputs: [{ on: 'rundown?' }, { id: 'by', label: 'Cues', usual: 1 }],
      gives: ({ by }) => ({ by: -Number(by) }),
    },
  },
} satisfies ActionKind<typeof schema>;
