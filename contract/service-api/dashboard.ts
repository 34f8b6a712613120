import { z } from 'zod';
import { Name } from '../model/name.ts';
import { DashboardElement } from '../model/composition-entry.ts';
import { account, changing, done, storing, unknownId } from './common.ts';
import { endpoint, get, post, remove } from './endpoint.ts';
import * as example from './examples.ts';

/** Row 27. A `path` that is missing or lacks the leading slash has its own error body. */
export const findFolders = endpoint('findFolders', 27, {
  ...get('/apiv1/dashboard/folder'),
  summary: 'The ids of every folder at an absolute path: names are not unique',
  ...account,
  params: z.object({ path: z.string().optional() }),
  answer: z.array(z.uuid()),
  errorShape: 'error_detail',
  errors: ['unauthorized', 'parameter-missing'],
  example: { answer: [example.folderId] },
});

export const listFolder = endpoint('listFolder', 28, {
  ...get('/apiv1/dashboard/folder/{folder_id}/elements'),
  summary: 'What a folder holds, in ascending sort_order; with `type` only that type (c, ai, i, d, fo)',
  ...account,
  params: z.object({ folder_id: z.string(), type: z.string().optional() }),
  answer: z.array(DashboardElement),
  errors: [...unknownId, 'parameter-missing'],
  example: { answer: [example.dashboardElement] },
});

/** Extension. Default parent: the account's root. */
export const createFolder = endpoint('createFolder', 'extension', {
  ...post('/apiv1/dashboard/folder'),
  summary: 'Make a folder',
  ...account,
  body: z.object({
    name: Name.regex(/^[^/]*$/, { error: 'expected a name without "/"' }),
    parent: z.string().optional(),
  }),
  answer: z.object({ id: z.uuid(), name: z.string() }),
  errors: ['unauthorized', ...changing],
  example: { body: { name: 'News' }, answer: { id: example.folderId, name: 'News' } },
});

/** Extension: only for empty folders; deleted items do not count. */
export const deleteFolder = endpoint('deleteFolder', 'extension', {
  ...remove('/apiv1/dashboard/folder/{folder_id}'),
  summary: 'Delete a folder that holds nothing; the root stays',
  ...account,
  params: z.object({ folder_id: z.string() }),
  ...done,
  errors: [...unknownId, 'delete-refused', ...storing],
});
