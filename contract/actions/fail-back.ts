import { z } from 'zod';
import { type ActionKind, onApp } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onApp.extend({ do: z.literal('failBack') });

/** Copies the state of the backup to the main, and makes the main active. */
export const failBack = {
  schema,
  caption: () => captions.failBack,
  lamp: 'none',
  offers: {},
  osc: {},
  buttons: { fail_back: { name: 'Fail back to the main', inputs: [{ on: 'app' }], isGuarded: true } },
} satisfies ActionKind<typeof schema>;
