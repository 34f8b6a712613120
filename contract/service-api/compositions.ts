import { z } from 'zod';
import { AnimationState } from '../model/animation-state.ts';
import { CompositionContent } from '../../scene/schema/composition-content.ts';
import { CompositionEntry, CompositionToken, Revision } from '../model/composition-entry.ts';
import { IntegerId } from '../model/control.ts';
import { Name } from '../model/name.ts';
import { changing, Ok, PathId, storing, updating } from './common.ts';
import { endpoint } from './endpoint.ts';
import * as example from './examples.ts';

const CompositionParams = z.object({ composition_id: PathId });
const RevisionParams = z.object({ composition_id: PathId, revision_id: PathId });
const noParams = z.object({});

const account = { auth: 'account' } as const;
const byId = { ...account, params: CompositionParams } as const;
const unknownId = ['unauthorized', 'id-unknown'] as const;

export const createComposition = endpoint({
  name: 'createComposition',
  source: 13,
  method: 'POST',
  path: '/apiv1/compositions',
  summary: 'Create an empty composition',
  ...account,
  params: noParams,
  body: z.object({ name: Name, folder: z.string() }),
  answer: CompositionEntry,
  errors: ['unauthorized', 'account-full', ...changing],
  example: {
    body: { name: 'Evening News', folder: example.folderId },
    answer: { ...example.compositionEntry, refId: 12, type: 'composition' },
  },
});

export const uploadThumbnail = endpoint({
  name: 'uploadThumbnail',
  source: 14,
  method: 'PUT',
  path: '/apiv1/compositions/{composition_id}/thumbnail',
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

export const listCompositions = endpoint({
  name: 'listCompositions',
  source: 15,
  method: 'GET',
  path: '/apiv1/compositions',
  summary: 'Every composition of the account',
  ...account,
  params: noParams,
  body: undefined,
  answer: z.array(CompositionEntry),
  errors: ['unauthorized'],
  example: { answer: [example.compositionEntry] },
});

export const readComposition = endpoint({
  name: 'readComposition',
  source: 16,
  method: 'GET',
  path: '/apiv1/compositions/{composition_id}',
  summary: 'One composition',
  ...byId,
  body: undefined,
  answer: CompositionEntry,
  errors: unknownId,
  example: { answer: example.compositionEntry },
});

/** Row 17. Returns the stored content, byte for byte. */
export const readContent = endpoint({
  name: 'readContent',
  source: 17,
  method: 'GET',
  path: '/apiv1/compositions/{composition_id}/content',
  summary: 'The full representation of a composition',
  ...byId,
  body: undefined,
  tagged: true,
  answer: CompositionContent,
  errors: unknownId,
  example: { answer: example.content },
});

/** Extension: stores a new full representation. App instances keep the content they loaded until the next load. */
export const writeContent = endpoint({
  name: 'writeContent',
  source: 'extension',
  method: 'PUT',
  path: '/apiv1/compositions/{composition_id}/content',
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
export const deleteComposition = endpoint({
  name: 'deleteComposition',
  source: 'extension',
  method: 'DELETE',
  path: '/apiv1/compositions/{composition_id}',
  summary: 'Delete a composition',
  ...byId,
  body: undefined,
  answer: Ok,
  errors: [...unknownId, ...storing],
  example: { answer: 'Ok' },
});

export const listContentSubCompositions = endpoint({
  name: 'listContentSubCompositions',
  source: 18,
  method: 'GET',
  path: '/apiv1/compositions/{composition_id}/subcompositions',
  summary: 'The sub-compositions of a composition with the states it is stored in',
  ...byId,
  body: undefined,
  answer: z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), state: AnimationState })) }),
  errors: [...unknownId, 'too-costly'],
  example: { answer: { data: [{ id: example.subCompositionId, name: 'Lower Third', state: 'Out' }] } },
});

export const duplicateComposition = endpoint({
  name: 'duplicateComposition',
  source: 19,
  method: 'POST',
  path: '/apiv1/compositions/{composition_id}/duplicate',
  summary: 'Copy a composition within the account',
  ...byId,
  body: z.object({ folder: z.string() }),
  answer: CompositionEntry,
  errors: [...unknownId, 'account-full', ...changing],
  example: {
    body: { folder: example.folderId },
    answer: { ...example.compositionEntry, id: 13, name: 'Copy of Evening News', refId: 13, type: 'composition' },
  },
});

export const sendComposition = endpoint({
  name: 'sendComposition',
  source: 20,
  method: 'POST',
  path: '/apiv1/compositions/duplicateto',
  summary: 'Send a copy of a composition to another user',
  ...account,
  params: noParams,
  body: z.object({ compId: IntegerId, targetEmail: z.string() }),
  answer: CompositionEntry,
  errors: [...unknownId, 'email-unknown', 'account-full', ...changing],
  example: { body: { compId: 12, targetEmail: 'ada@example.org' }, answer: { ...example.compositionEntry, id: 14 } },
});

export const writeRevision = endpoint({
  name: 'writeRevision',
  source: 21,
  method: 'POST',
  path: '/apiv1/compositions/{composition_id}/revisions',
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

export const listRevisions = endpoint({
  name: 'listRevisions',
  source: 22,
  method: 'GET',
  path: '/apiv1/compositions/{composition_id}/revisions',
  summary: 'The revisions of a composition, lowest revision_id first',
  ...byId,
  body: undefined,
  answer: z.array(Revision),
  errors: unknownId,
  example: { answer: [example.revision] },
});

/** Row 23. Returns the stored content, byte for byte. */
export const readRevisionContent = endpoint({
  ...readContent,
  name: 'readRevisionContent',
  source: 23,
  path: '/apiv1/compositions/{composition_id}/revisions/{revision_id}/content',
  summary: 'The full representation of a composition as it was in a revision',
  params: RevisionParams,
});

export const createCompositionToken = endpoint({
  name: 'createCompositionToken',
  source: 24,
  method: 'POST',
  path: '/apiv1/compositions/{composition_id}/token',
  summary: 'Create the access token of a composition, or give the one it has',
  ...byId,
  body: undefined,
  answer: CompositionToken,
  errors: [...unknownId, ...storing],
  example: { answer: { id: 12, uuid: example.token } },
});

export const readCompositionToken = endpoint({
  ...createCompositionToken,
  name: 'readCompositionToken',
  source: 25,
  method: 'GET',
  summary: 'The access token of a composition; 404 where it has none',
  errors: unknownId,
});

export const deleteRevision = endpoint({
  name: 'deleteRevision',
  source: 26,
  method: 'DELETE',
  path: '/apiv1/compositions/{composition_id}/revisions/{revision_id}',
  summary: 'Delete a revision',
  ...account,
  params: RevisionParams,
  body: undefined,
  answer: z.literal('success'),
  errors: [...unknownId, ...storing],
  example: { answer: 'success' },
});
