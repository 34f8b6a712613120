import { z } from 'zod';
import { type ActionKind, onSub } from './action-kind.ts';

const schema = onSub.extend({ do: z.literal('discard') });

export const discard = {
  schema,
  caption: () => 'Discard',
  lamp: 'target',
  offers: {},
  osc: { discard: { reads: ['sub'] } },
  buttons: { discard: { name: 'Discard what is staged', inputs: [{ on: 'sub' }] } },
} satisfies ActionKind<typeof schema>;
