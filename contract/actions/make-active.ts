import { z } from 'zod';
import { CueId } from '../desk-api/cue.ts';
import type { ActionKind } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = z.strictObject({ do: z.literal('makeActive'), rundown: CueId });

/** Actions without `rundown` now apply to this one. Fires nothing; running cues continue. */
export const makeActive = {
  schema,
  caption: () => captions.makeActive,
  lamp: 'activeRundown',
  offers: { rundown: (on) => [{ do: 'makeActive', ...on }] },
  osc: { active: { reads: ['rundown'] } },
  buttons: {
    make_active: { name: 'Make a rundown active', description: 'Fires nothing', inputs: [{ on: 'rundown' }] },
  },
} satisfies ActionKind<typeof schema>;
