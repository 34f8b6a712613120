import { z } from 'zod';
import type { ActionKind } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = z.strictObject({ do: z.literal('recallLook'), look: z.string() });

/** Recalls a look with one request per app instance. Skips parts missing from the show, with a notice. */
export const recallLook = {
  schema,
  caption: ({ look }) => captions.look(look),
  lamp: 'none',
  offers: { desk: (looks) => looks.map((look) => ({ do: 'recallLook', look })) },
  osc: { look: { reads: ['look'] } },
  buttons: { recall_look: { name: 'Recall look', inputs: [{ on: 'look' }] } },
} satisfies ActionKind<typeof schema>;
