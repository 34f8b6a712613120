import { z } from 'zod';
import type { ActionKind } from './action-kind.ts';
import { captions } from '../words/words.ts';

const schema = z.strictObject({ do: z.literal('takeCued') });

/** Takes everything cued In, in one request per app instance. */
export const takeCued = {
  schema,
  caption: () => captions.takeCued,
  lamp: 'cuedSubCompositions',
  offers: { desk: () => [{ do: 'takeCued' }] },
  osc: { takeCued: { reads: [] } },
  buttons: { take_cued: { name: 'Take Cued', inputs: [] } },
} satisfies ActionKind<typeof schema>;
