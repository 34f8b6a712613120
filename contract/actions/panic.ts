import { z } from 'zod';
import { type ActionKind, onApp } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onApp.partial().extend({ do: z.literal('panic') });

/**
 * Jumps everything Out, ahead of all waiting operations; without `app`, in all app instances. Raises an alarm if not
 * confirmed.
 */
export const panic = {
  schema,
  caption: () => captions.panic,
  lamp: 'none',
  offers: { desk: () => [{ do: 'panic' }] },
  osc: { panic: { reads: ['app?'] } },
  buttons: { panic: { name: 'Panic: everything out now', inputs: [{ on: 'app?' }], isGuarded: true } },
} satisfies ActionKind<typeof schema>;
