import { z } from 'zod';
import { AnimationState } from '../model/animation-state.ts';
import { CompositionContent } from '../../scene/schema/composition-content.ts';
import { CompositionEntry, CompositionToken, Revision } from '../model/composition-entry.ts';
import { IntegerId } from '../model/control.ts';
import { Name } from '../model/name.ts';
import { account, changing, done, Ok, PathId, storing, unknownId, updating } from './common.ts';
import { endpoint, get, post, put, remove } from './endpoint.ts';
import * as example from './examples.ts';

const CompositionParams = z.object({ composition_id: PathId });
const RevisionParams = z.object({ composition_id: PathId, revision_id: PathId });
const byId = { ...account, params: CompositionParams } as const;

export const createComposition = endpoint('createComposition', 13, {
  ...post('/apiv1/compositions'),
  summary: 'Create an empty composition',
  ...account,
  body: z.object({ name: Name, folder: z.string() }),
  answer: CompositionEntry,
  errors: ['unauthorized', 'account-full', ...changing],
  example: {
    body: { name: 'Evening News', folder: example.folderId },
    answer: { ...example.compositionEntry, refId: 12, type: 'composition' },
  },
});

export const uploadThumbnail = endpoint('uploadThumbnail', 14, {
  ...put('/apiv1/compositions/{composition_id}/thumbnail'),
  summary: 'Upload the thumbnail of a composition: PNG, JPEG, GIF or WebP, up to 10 MiB',
  ...byId,
  body: z.object({
    file: z.instanceof(Uint8Array).meta({ type: 'string', contentMediaType: 'image/*' }),
    name: z.string().optional().meta({ description: 'The name of the file, if the file itself brings none.' }),
  }),
  bodyKind: 'multipart',
  answer: z.string(),
  errors: [
    ...unknownId,
    'body-invalid',
    'body-too-large',
    'too-costly',
    'picture-unsupported',
    'account-full',
    ...storing,
  ],
  example: { answer: '//127.0.0.1:8830/media/pictures/5f0c2b51.png#1920x1080,image/png' },
});

export const listCompositions = endpoint('listCompositions', 15, {
  ...get('/apiv1/compositions'),
  summary: 'Every composition of the account',
  ...account,
  answer: z.array(CompositionEntry),
  errors: ['unauthorized'],
  example: { answer: [example.compositionEntry] },
});

export const readComposition = endpoint('readComposition', 16, {
  ...get('/apiv1/compositions/{composition_id}'),
  summary: 'One composition',
  ...byId,
  answer: CompositionEntry,
  errors: unknownId,
  example: { answer: example.compositionEntry },
});

/** Row 17. Returns the stored content, byte for byte. */
export const readContent = endpoint('readContent', 17, {
  ...get('/apiv1/compositions/{composition_id}/content'),
  summary: 'The full representation of a composition',
  ...byId,
  tagged: true,
  answer: CompositionContent,
  errors: unknownId,
  example: { answer: example.content },
});

/** Extension: stores a new full representation. App instances keep the content they loaded until the next load. */
export const writeContent = endpoint('writeContent', 'extension', {
  ...put('/apiv1/compositions/{composition_id}/content'),
  summary: 'Store the full representation of a composition',
  ...byId,
  body: CompositionContent,
  slowBody: true,
  tagged: true,
  answer: Ok,
  errors: [...unknownId, 'too-costly', 'account-full', ...updating],
  example: { body: example.content, answer: 'Ok' },
});

/** Extension: a soft delete. App instances that have the composition loaded keep showing it. */
export const deleteComposition = endpoint('deleteComposition', 'extension', {
  ...remove('/apiv1/compositions/{composition_id}'),
  summary: 'Delete a composition',
  ...byId,
  ...done,
  errors: [...unknownId, ...storing],
});

export const listContentSubCompositions = endpoint('listContentSubCompositions', 18, {
  ...get('/apiv1/compositions/{composition_id}/subcompositions'),
  summary: 'The sub-compositions of a composition with the states it is stored in',
  ...byId,
  answer: z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), state: AnimationState })) }),
  errors: [...unknownId, 'too-costly'],
  example: { answer: { data: [{ id: example.subCompositionId, name: 'Lower Third', state: 'Out' }] } },
});

export const duplicateComposition = endpoint('duplicateComposition', 19, {
  ...post('/apiv1/compositions/{composition_id}/duplicate'),
  summary:
    'Copy a composition within the account. The copy keeps the ids of its sub-compositions, so that keys and cues fit it. ' +
    'With ?ids=new it gets new ones, so that both can be loaded into outputs of one app instance',
  ...byId,
  params: CompositionParams.extend({ ids: z.literal('new').optional() }),
  body: z.object({ folder: z.string() }),
  answer: CompositionEntry,
  errors: [...unknownId, 'parameter-missing', 'account-full', 'too-costly', ...changing],
  example: {
    body: { folder: example.folderId },
    answer: { ...example.compositionEntry, id: 13, name: 'Copy of Evening News', refId: 13, type: 'composition' },
  },
});

export const sendComposition = endpoint('sendComposition', 20, {
  ...post('/apiv1/compositions/duplicateto'),
  summary: 'Send a copy of a composition to another user',
  ...account,
  body: z.object({ compId: IntegerId, targetEmail: z.string() }),
  answer: CompositionEntry,
  errors: [...unknownId, 'email-unknown', 'account-full', ...changing],
  example: { body: { compId: 12, targetEmail: 'ada@example.org' }, answer: { ...example.compositionEntry, id: 14 } },
});

export const writeRevision = endpoint('writeRevision', 21, {
  ...post('/apiv1/compositions/{composition_id}/revisions'),
  summary: 'Create a revision of the present content, or overwrite it',
  ...byId,
  body: z.object({
    scene_id: IntegerId,
    revision_id: IntegerId.refine((id) => id > 0, { error: 'expected 1 or more' }),
    description: z.string(),
  }),
  answer: z.object({ status: z.literal('success') }),
  errors: [...unknownId, ...changing],
  example: { body: { scene_id: 12, revision_id: 1, description: 'As aired' }, answer: { status: 'success' } },
});

export const listRevisions = endpoint('listRevisions', 22, {
  ...get('/apiv1/compositions/{composition_id}/revisions'),
  summary: 'The revisions of a composition, lowest revision_id first',
  ...byId,
  answer: z.array(Revision),
  errors: unknownId,
  example: { answer: [example.revision] },
});

/** Row 23. Returns the stored content, byte for byte. */
export const readRevisionContent = endpoint('readRevisionContent', 23, {
  ...readContent,
  path: '/apiv1/compositions/{composition_id}/revisions/{revision_id}/content',
  summary: 'The full representation of a composition as it was in a revision',
  params: RevisionParams,
});

export const createCompositionToken = endpoint('createCompositionToken', 24, {
  ...post('/apiv1/compositions/{composition_id}/token'),
  summary: 'Create the access token of a composition, or give the one it has',
  ...byId,
  body: undefined,
  answer: CompositionToken,
  errors: [...unknownId, ...storing],
  example: { answer: { id: 12, uuid: example.token } },
});

export const readCompositionToken = endpoint('readCompositionToken', 25, {
  ...createCompositionToken,
  method: 'GET',
  summary: 'The access token of a composition; 404 where it has none',
  errors: unknownId,
});

export const deleteRevision = endpoint('deleteRevision', 26, {
  ...remove('/apiv1/compositions/{composition_id}/revisions/{revision_id}'),
  summary: 'Delete a revision',
  ...account,
  params: RevisionParams,
  answer: z.literal('success'),
  errors: [...unknownId, ...storing],
  example: { answer: 'success' },
});
