import { z } from 'zod';
import { type ActionKind, onSub } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onSub.extend({ do: z.literal('discard') });

export const discard = {
  schema,
  caption: () => captions.discard,
  lamp: 'target',
  offers: {},
  osc: { discard: { reads: ['sub'] } },
  buttons: { discard: { name: 'Discard what is staged', inputs: [{ on: 'sub' }] } },
} satisfies ActionKind<typeof schema>;
