import { z } from 'zod';
import { deviceInput } from './panel-button.ts';
import { type ActionKind, onDevice } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onDevice.extend({ do: z.literal('fine'), on: z.boolean().optional() });

/** Faders and knobs count a tenth of each movement, or the full movement again. Without `on`, toggles. */
export const fine = {
  schema,
  caption: ({ on }) => (on === undefined ? captions.fineToggle : on ? captions.fine : captions.fineOff),
  lamp: 'none',
  offers: {
    device: (on) => [{ do: 'fine', ...on }],
    heldOnDevice: (on) => [{ do: 'fine', ...on, on: true }],
  },
  osc: {},
  buttons: { fine: { name: 'Fine movements of a MIDI controller on or off', inputs: [deviceInput] } },
} satisfies ActionKind<typeof schema>;
