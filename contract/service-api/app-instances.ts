import { z } from 'zod';
import {
  AppInstance,
  FirstControlItem,
  FirstModel,
  FirstUpdateItem,
  Output,
  SubCompositionList,
} from '../model/app-instance.ts';
import { IntegerId, TextId } from '../model/control.ts';
import { Name } from '../model/name.ts';
import { CompositionContent } from '../../scene/schema/composition-content.ts';
import { account, changing, done, Ok, PathId, storing, unknownId, updating } from './common.ts';
import { endpoint, get, post, put, remove } from './endpoint.ts';
import * as example from './examples.ts';

/** A non-numeric id counts as missing. */
const AppParams = z.object({ app_instance_id: PathId });
/** Rows 7 and 8: `output` (extension) is an output id of row 4; absent for all outputs. */
const OutputParams = AppParams.extend({ output: z.string().optional() });
/** Row 7: `keep` (extension) keeps states and values by the ids of sub-compositions and fields. */
const LoadParams = OutputParams.extend({ keep: z.literal('state').optional() });
const AccessTokenParams = z.object({ app_access_token: z.string().min(1) });
const byId = { ...account, params: AppParams } as const;
const byToken = { auth: 'token', params: AccessTokenParams } as const;

export const listAppInstances = endpoint('listAppInstances', 1, {
  ...get('/apiv1/appinstances'),
  summary: 'Every app instance of the account',
  ...account,
  answer: z.array(AppInstance),
  errors: ['unauthorized'],
  example: { answer: [example.appInstance] },
});

export const readAppInstance = endpoint('readAppInstance', 2, {
  ...get('/apiv1/appinstances/{app_instance_id}'),
  summary: 'One app instance',
  ...byId,
  answer: AppInstance,
  errors: unknownId,
  example: { answer: { ...example.appInstance, dontUpdateTS: false } },
});

export const readFirstModel = endpoint('readFirstModel', 3, {
  ...get('/apiv1/appinstances/{app_instance_id}/model'),
  summary: 'What can be controlled, with defaults, current values and states',
  ...byId,
  answer: FirstModel,
  errors: [...unknownId, 'show-unreadable'],
  example: { answer: example.firstModel },
});

export const readFirstModelByToken = endpoint('readFirstModelByToken', 'extension', {
  ...readFirstModel,
  path: '/apiv1/control/{app_access_token}/model',
  ...byToken,
  errors: ['unauthorized', 'show-unreadable'],
});

export const listOutputs = endpoint('listOutputs', 4, {
  ...get('/apiv1/appinstances/{app_instance_id}/outputs'),
  summary: 'The outputs of an app instance',
  ...byId,
  answer: z.array(Output),
  errors: unknownId,
  example: { answer: [example.output] },
});

export const readFirstControl = endpoint('readFirstControl', 5, {
  ...get('/apiv1/appinstances/{app_instance_id}/control'),
  summary: 'What every sub-composition holds now',
  ...byId,
  tagged: true,
  answer: z.array(FirstControlItem),
  errors: [...unknownId, 'show-unreadable'],
  example: { answer: example.firstControl },
});

export const readFirstControlByToken = endpoint('readFirstControlByToken', 5, {
  ...readFirstControl,
  path: '/apiv1/control/{app_access_token}',
  ...byToken,
  errors: ['unauthorized', 'show-unreadable'],
});

export const listSubCompositions = endpoint('listSubCompositions', 6, {
  ...get('/apiv1/appinstances/{app_instance_id}/subcompositions'),
  summary: 'The sub-compositions with their states and layers',
  ...byId,
  answer: SubCompositionList,
  errors: [...unknownId, 'show-unreadable'],
  example: { answer: example.subCompositionList },
});

export const listSubCompositionsByToken = endpoint('listSubCompositionsByToken', 6, {
  ...listSubCompositions,
  path: '/apiv1/control/{app_access_token}/subcompositions',
  ...byToken,
  errors: ['unauthorized', 'show-unreadable'],
});

export const loadComposition = endpoint('loadComposition', 7, {
  ...put('/apiv1/appinstances/{app_instance_id}/composition'),
  summary:
    'Load a composition into every output, or into the one that ?output=ID names: states go Out, values to their defaults, what is on air goes off. ' +
    'With ?keep=state, sub-compositions with the same id keep their state and values',
  ...byId,
  params: LoadParams,
  body: z.object({ refId: TextId }),
  tagged: true,
  answer: Ok,
  errors: [...unknownId, 'no-output', 'parameter-missing', 'too-costly', ...changing],
  example: { body: { refId: '12' }, answer: 'Ok' },
});

/** Extension: app instances keep the content they loaded, which may have been stored anew since. */
export const readLoadedContents = endpoint('readLoadedContents', 'extension', {
  ...get('/apiv1/appinstances/{app_instance_id}/composition/content'),
  summary: 'The full representations of the loaded compositions as they were loaded, in the order of the outputs',
  ...byId,
  answer: z.array(CompositionContent),
  errors: unknownId,
  example: { answer: [example.content] },
});

export const unloadComposition = endpoint('unloadComposition', 8, {
  ...remove('/apiv1/appinstances/{app_instance_id}/composition'),
  summary: 'Take the composition out of every output, or of the one that ?output=ID names',
  ...byId,
  params: OutputParams,
  tagged: true,
  ...done,
  errors: [...unknownId, 'no-output', 'parameter-missing', ...storing],
});

/** Rows 9 and 10. The `ETag` header has the new revision (extension). */
export const updateFirstControl = endpoint('updateFirstControl', 9, {
  ...put('/apiv1/appinstances/{app_instance_id}/control'),
  summary:
    'Update show data and animation states (rows 9 and 10): what can be applied is applied at once, and the header Warning-Details warns of the rest',
  ...byId,
  body: z.array(FirstUpdateItem, { error: 'expected an array of update items' }),
  lenient: true,
  tagged: true,
  answer: Ok,
  metered: true,
  errors: [...unknownId, 'no-output', 'show-unreadable', ...updating],
  example: { body: example.firstUpdate, answer: 'Ok' },
});

export const updateFirstControlByToken = endpoint('updateFirstControlByToken', 9, {
  ...updateFirstControl,
  path: '/apiv1/control/{app_access_token}',
  ...byToken,
  errors: ['unauthorized', 'no-output', 'show-unreadable', ...updating],
});

/** The specification has both spellings. */
const CompositionListEntry = z.object({
  name: z.string().optional(),
  Name: z.string().optional(),
  refId: TextId.optional(),
  composition: z.object({ refId: TextId }).optional(),
});
/** An empty name counts as absent. */
const OutputName = z.literal('').or(Name).optional();
const OutputListEntry = z.object({ Name: OutputName, name: OutputName, defaultComposition: IntegerId.optional() });

/** Requires `apptemplate_version_status` or `apptemplate_version_id`. */
const AppCreation = z.object({
  folder: z.string(),
  name: Name,
  apptemplate_id: TextId,
  apptemplate_version_status: z.enum(['published', 'development', 'delevopment']).optional(),
  apptemplate_version_id: TextId.optional(),
  outputList: z.array(OutputListEntry).optional(),
  compositionList: z.array(CompositionListEntry).optional(),
  account_id: TextId.optional(),
  user_id: TextId.optional(),
  shareurl: TextId.pipe(z.enum(['0', '1'])).optional(),
});
export type AppCreation = z.infer<typeof AppCreation>;

export const createAppInstance = endpoint('createAppInstance', 11, {
  ...post('/apiv1/appinstances'),
  summary: 'Create an app instance from an app template',
  ...account,
  body: AppCreation,
  answer: AppInstance,
  errors: ['unauthorized', 'too-costly', ...changing],
  example: {
    body: {
      folder: example.folderId,
      name: 'Evening News',
      apptemplate_id: '57',
      apptemplate_version_status: 'published',
    },
    answer: { ...example.appInstance, apptemplate_id: '57', refId: 7, type: 'appinstance' },
  },
});

export const deleteAppInstance = endpoint('deleteAppInstance', 12, {
  ...remove('/apiv1/appinstances/{app_instance_id}'),
  summary: 'Delete an app instance; its tokens stop working at once',
  ...byId,
  ...done,
  errors: [...unknownId, ...storing],
});

/** Extension: the previous token stops working at once. */
export const rotateAppToken = endpoint('rotateAppToken', 'extension', {
  ...post('/apiv1/appinstances/{app_instance_id}/token'),
  summary: 'Make or replace the access token',
  ...byId,
  body: undefined,
  answer: z.object({ access_token: z.string() }),
  errors: [...unknownId, ...storing],
  example: { answer: { access_token: example.token } },
});

export const revokeAppToken = endpoint('revokeAppToken', 'extension', {
  ...rotateAppToken,
  method: 'DELETE',
  summary: 'Revoke the access token; open live channels close at once',
  ...done,
});
