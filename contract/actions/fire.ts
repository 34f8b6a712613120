import { z } from 'zod';
import { type ActionKind, onField } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onField.extend({ do: z.literal('fire') });

export const fire = {
  schema,
  caption: (_action, title) => title ?? captions.fire,
  lamp: 'target',
  offers: { field: (on) => [{ do: 'fire', ...on }] },
  osc: { fire: { reads: ['field'] } },
  buttons: { fire: { name: 'Press a button of a graphic', inputs: [{ on: 'field', label: 'Button' }] } },
  field: { called: 'button', types: ['button'] },
} satisfies ActionKind<typeof schema>;
