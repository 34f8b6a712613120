import { z } from 'zod';
import { type ActionKind, onApp } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onApp.extend({ do: z.literal('failOver') });

/** Copies the last confirmed state of the main to the backup, and makes the backup active. */
export const failOver = {
  schema,
  caption: () => captions.failOver,
  lamp: 'none',
  offers: {},
  osc: {},
  buttons: { fail_over: { name: 'Fail over to the backup', inputs: [{ on: 'app' }], isGuarded: true } },
} satisfies ActionKind<typeof schema>;
