import { z } from 'zod';
import { Timestamp } from '../model/app-instance.ts';
import { changing, token } from './common.ts';
import { endpoint, get, post } from './endpoint.ts';
import * as example from './examples.ts';

/** An extension that real clients call first. Source: decisions.md "Extensions that real clients need". */
export const readControlApp = endpoint('readControlApp', 'extension', {
  ...get('/apiv2/controlapps/{appToken}'),
  summary: 'The app instance that the token opens, with the addresses of all that can be asked of it',
  ...token,
  answer: z.object({
    id: z.int(),
    name: z.string(),
    type: z.literal('controlapp'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    accountId: z.int(),
    userId: z.int(),
    thumbnail: z.string(),
    outputUrl: z.url(),
    broadcastOutputUrl: z.url(),
    publicControlUrl: z.url(),
    publicControlApiUrl: z.url(),
    publicCommandUrl: z.url(),
    /** The same address; some clients read it under this name. */
    publicCommandApiUrl: z.url(),
    publicModelApiUrl: z.url(),
    appTemplateId: z.int(),
    appTemplateVersion: z.int(),
    folder: z.uuid(),
    compositionId: z.int().nullable(),
  }),
  errors: ['token-unknown'],
  example: { answer: example.controlApp },
});

/** Extension: takes everything out, or reloads the composition as now stored. */
export const commandControlApp = endpoint('commandControlApp', 'extension', {
  ...post('/apiv2/controlapps/{appToken}/command'),
  summary: 'TakeOutAllOutput takes everything out; RefreshComposition loads the composition anew',
  ...token,
  body: z.object({ action: z.enum(['TakeOutAllOutput', 'RefreshComposition']) }),
  tagged: true,
  answer: z.object({ success: z.literal(true) }),
  metered: true,
  errors: ['token-unknown', 'show-unreadable', 'too-costly', ...changing],
  example: { body: { action: 'TakeOutAllOutput' }, answer: { success: true } },
});
