import { z } from 'zod';
import { type ActionKind, onValue } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = onValue.extend({ do: z.literal('switch') });

export const switchOn = {
  schema,
  caption: (_action, title) => captions.switch(title),
  lamp: 'target',
  offers: { field: (on) => [{ do: 'switch', ...on }] },
  osc: {},
  buttons: { switch: { name: 'Turn a checkbox on or off', inputs: [{ on: 'field' }, { send: true }] } },
  field: { called: 'checkbox', types: ['checkbox'] },
} satisfies ActionKind<typeof schema>;
