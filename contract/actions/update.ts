import { z } from 'zod';
import { type ActionKind, onSub } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onSub.extend({ do: z.literal('update') });

export const update = {
  schema,
  caption: () => captions.update,
  lamp: 'target',
  offers: { sub: (on) => [{ do: 'update', ...on }] },
  osc: { update: { reads: ['sub'] } },
  buttons: { update: { name: 'Update: send what is staged', inputs: [{ on: 'sub' }] } },
} satisfies ActionKind<typeof schema>;
