import { z } from 'zod';
import { type ActionKind, onField } from './action-kind.ts';

const schema = onField.extend({ do: z.literal('fire') });

export const fire = {
  schema,
  caption: (_action, title) => title ?? 'Fire',
  lamp: 'target',
  offers: { field: (on) => [{ do: 'fire', ...on }] },
  osc: { fire: { reads: ['field'] } },
  buttons: { fire: { name: 'Press a button of a graphic', inputs: [{ on: 'field', label: 'Button' }] } },
  field: { called: 'button', types: ['button'] },
} satisfies ActionKind<typeof schema>;
