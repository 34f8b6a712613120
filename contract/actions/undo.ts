import { z } from 'zod';
import type { ActionKind } from './action-kind.ts';

const schema = z.strictObject({ do: z.literal('undo'), what: z.enum(['values', 'take']), press: z.int().optional() });

/**
 * Restores what the desk's last confirmed value change or take replaced, as a new operation: undoing twice redoes. `press`
 * is the press number that the operator saw.
 */
export const undo = {
  schema,
  caption: ({ what }) => (what === 'take' ? 'Undo take' : 'Undo values'),
  lamp: 'none',
  offers: {
    desk: () => [
      { do: 'undo', what: 'take' },
      { do: 'undo', what: 'values' },
    ],
  },
  osc: { undo: { reads: ['undone'] } },
  buttons: {
    undo: {
      name: 'Undo',
      inputs: [{ id: 'what', label: 'What', choices: { take: 'The last take', values: 'The last change of values' } }],
      gives: ({ what }) => ({ what: what === 'values' ? 'values' : 'take' }),
    },
  },
  sees: 'undo',
} satisfies ActionKind<typeof schema>;
