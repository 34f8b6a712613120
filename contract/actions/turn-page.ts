import { z } from 'zod';
import { deviceInput } from './panel-button.ts';
import { type ActionKind, onDevice, CountOnOrBack } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onDevice.extend({ do: z.literal('turnPage'), by: CountOnOrBack });

/** Wraps around. */
export const turnPage = {
  schema,
  caption: ({ by }) => (by < 0 ? captions.previousPage : captions.nextPage),
  lamp: 'none',
  offers: {
    device: (on) => [
      { do: 'turnPage', ...on, by: 1 },
      { do: 'turnPage', ...on, by: -1 },
    ],
  },
  osc: {},
  buttons: {
    turn_page: {
      name: 'Next page of a MIDI controller',
      inputs: [deviceInput, { id: 'by', label: 'Go on by', usual: 1 }],
    },
  },
} satisfies ActionKind<typeof schema>;
