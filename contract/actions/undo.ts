import { z } from 'zod';
import type { ActionKind } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = z.strictObject({
  do: z.literal('undo'),
  what: z.enum(['values', 'take', 'panic']),
  press: z.int().optional(),
});

/**
 * Restores what the desk's last confirmed value change or take replaced, as a new operation: undoing twice redoes. `panic`
 * takes In what the last panic took out, unless anything was taken In since. `press` is the press number that the operator
 * saw.
 */
export const undo = {
  schema,
  caption: ({ what }) => captions.undo[what],
  lamp: 'none',
  offers: {
    desk: () => [
      { do: 'undo', what: 'take' },
      { do: 'undo', what: 'values' },
      { do: 'undo', what: 'panic' },
    ],
  },
  osc: { undo: { reads: ['undone'] } },
  buttons: {
    undo: {
      name: 'Undo',
      inputs: [{ id: 'what', label: 'What', choices: { take: 'The last take', values: 'The last change of values' } }],
      gives: ({ what }) => ({ what: what === 'values' ? 'values' : 'take' }),
    },
    bring_back: {
      name: 'Bring back what the panic took out',
      inputs: [],
      gives: { what: 'panic' },
      isGuarded: true,
    },
  },
  sees: 'undo',
} satisfies ActionKind<typeof schema>;
