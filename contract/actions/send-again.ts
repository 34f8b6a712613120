import { z } from 'zod';
import { type ActionKind, onSub } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onSub.extend({ do: z.literal('sendAgain') });

/** Requests the drifted state of a sub-composition again, as a new operation. */
export const sendAgain = {
  schema,
  caption: () => captions.sendAgain,
  lamp: 'target',
  offers: {},
  osc: {},
  buttons: { send_again: { name: 'Send again what drifts', inputs: [{ on: 'sub' }] } },
} satisfies ActionKind<typeof schema>;
