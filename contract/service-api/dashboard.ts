import { z } from 'zod';
import { Name } from '../model/name.ts';
import { DashboardElement } from '../model/composition-entry.ts';
import { changing, Ok, storing } from './common.ts';
import { endpoint } from './endpoint.ts';
import * as example from './examples.ts';

const account = { auth: 'account' } as const;

/** Row 27. A `path` that is missing or lacks the leading slash has its own error body. */
export const findFolders = endpoint({
  name: 'findFolders',
  source: 27,
  method: 'GET',
  path: '/apiv1/dashboard/folder',
  summary: 'The ids of every folder at an absolute path: names are not unique',
  ...account,
  params: z.object({ path: z.string().optional() }),
  body: undefined,
  answer: z.array(z.uuid()),
  errorShape: 'error_detail',
  errors: ['unauthorized', 'parameter-missing'],
  example: { answer: [example.folderId] },
});

export const listFolder = endpoint({
  name: 'listFolder',
  source: 28,
  method: 'GET',
  path: '/apiv1/dashboard/folder/{folder_id}/elements',
  summary: 'What a folder holds, in ascending sort_order; with `type` only that type (c, ai, i, d, fo)',
  ...account,
  params: z.object({ folder_id: z.string(), type: z.string().optional() }),
  body: undefined,
  answer: z.array(DashboardElement),
  errors: ['unauthorized', 'id-unknown', 'parameter-missing'],
  example: { answer: [example.dashboardElement] },
});

/** Extension. Default parent: the account's root. */
export const createFolder = endpoint({
  name: 'createFolder',
  source: 'extension',
  method: 'POST',
  path: '/apiv1/dashboard/folder',
  summary: 'Make a folder',
  ...account,
  params: z.object({}),
  body: z.object({
    name: Name.regex(/^[^/]*$/, { error: 'expected a name without "/"' }),
    parent: z.string().optional(),
  }),
  answer: z.object({ id: z.uuid(), name: z.string() }),
  errors: ['unauthorized', ...changing],
  example: { body: { name: 'News' }, answer: { id: example.folderId, name: 'News' } },
});

/** Extension: only for empty folders; deleted items do not count. */
export const deleteFolder = endpoint({
  name: 'deleteFolder',
  source: 'extension',
  method: 'DELETE',
  path: '/apiv1/dashboard/folder/{folder_id}',
  summary: 'Delete a folder that holds nothing; the root stays',
  ...account,
  params: z.object({ folder_id: z.string() }),
  body: undefined,
  answer: Ok,
  errors: ['unauthorized', 'id-unknown', 'delete-refused', ...storing],
  example: { answer: 'Ok' },
});
