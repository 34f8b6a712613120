import { contentVersion, initialUiSettings } from '../../scene/schema/composition-content.ts';

const base = 'http://127.0.0.1:8830';
const at = '2026-01-02T20:00:00.000Z';
export const token = 'oXvE1rXbRr0mJ3G2kq7c0t5v';
export const folderId = '0d9a6b1e-3c52-4f0a-8a51-7e2f4b9c1d10';
export const subCompositionId = '5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a01';
const rootId = '2b7c9d10-4e5f-4a6b-8c7d-9e0f1a2b3c04';
const thumbnail = '//127.0.0.1:8830/media/no-picture.svg';

export const appInstance = {
  id: 7,
  tenant_id: null,
  account_id: 1,
  user_id: 1,
  is_deleted: 0,
  fid: '9c1d107e-2f4b-4f0a-8a51-0d9a6b1e3c52',
  name: 'Evening News',
  databaseUrl: `${base}/apiv1/appinstances/7`,
  thumbnail,
  category: null,
  apptemplate_id: 57,
  apptemplate_version: 1,
  created_at: at,
  updated_at: at,
  deleted_at: null,
  flowjob_id: null,
  onair_url: `${base}/onair/kq7c0t5voXvE1rXbRr0mJ3G2?aspect=16:9`,
  control_url: `${base}/control/${token}`,
  access_token: token,
  share_control_url: null,
  share_api_url: null,
  outputs: [{ name: 'Output', device_id: null, composition: { id: 12, name: 'Evening News', thumbnail } }],
};

export const output = {
  id: '1',
  compExtract: 'Evening News',
  name: 'Output',
  url: appInstance.onair_url,
  databaseUrl: appInstance.databaseUrl,
};

const controlnode = { id: subCompositionId, name: 'Lower Third', thumbnail, model: { fields: {} }, payload: {} };

export const firstModel = {
  data: [
    {
      id: rootId,
      name: 'Evening News',
      controlnode: { ...controlnode, id: rootId, name: 'Evening News' },
      logicLayer: null,
      subcompositions: [
        {
          id: subCompositionId,
          name: 'Lower Third',
          state: 'Out',
          controlnode,
          logicLayer: { name: 'Main', tag: '#d8121f' },
          subcompositions: [],
        },
      ],
    },
  ],
};

export const firstControl = [
  {
    compositionId: subCompositionId,
    compositionName: 'Lower Third',
    mainComposition: false,
    animation: { state: 'Out1' },
    controlNode: { payload: { line1: 'Ada Lovelace' } },
  },
];

export const firstUpdate = [
  {
    compositionName: 'Lower Third',
    controlNode: { payload: { line1: 'Ada Lovelace' } },
    animation: { action: 'play', to: 'In' },
  },
];

export const subCompositionList = {
  data: [{ id: subCompositionId, name: 'Lower Third', state: 'Out', logicLayer: { name: 'Main', tag: '#d8121f' } }],
};

export const compositionEntry = {
  id: 12,
  account_id: 1,
  user_id: 1,
  tenant_id: null,
  is_deleted: 0,
  fid: 'b1e3c52f-9a6d-4f0a-8a51-107e2f4b9c1d',
  uuid: null,
  name: 'Evening News',
  databaseUrl: `${base}/apiv1/compositions/12/content`,
  thumbnail,
  category: 'default',
  created_at: at,
  updated_at: at,
  deleted_at: null,
  is_deleted_depend: null,
};

export const content = {
  command: { commands: [], id: 0 },
  compositionProps: { logicLayers: {}, timeline2Active: { [rootId]: false } },
  compositionStates: { [rootId]: 'Out' },
  compositions: {
    [rootId]: {
      version: contentVersion,
      name: 'Evening News',
      dataSources: { composition: { controlNode: { id: rootId, name: 'Evening News', thumbnail, fields: [] } } },
      groups: {},
      logicLayer: null,
      elements: [],
      subcompositions: [],
    },
  },
  editingIds: {},
  mainComposition: rootId,
  revision: '1',
  uiSettings: initialUiSettings,
};

export const revision = {
  id: 1,
  account_id: 1,
  scene_id: 12,
  revision_id: 1,
  user_id: 1,
  description: 'As aired',
  databaseUrl: compositionEntry.databaseUrl,
  storageUrl: `${base}/apiv1/compositions/12/revisions/1/content`,
  comp_extract_json: null,
  subcomposition_names: null,
  created_at: at,
  updated_at: at,
  user_email: 'ada@example.org',
};

export const dashboardElement = {
  name: 'Evening News',
  user_id: 1,
  refId: 12,
  fid: compositionEntry.fid,
  uuid: null,
  url: null,
  updated_at: at,
  ts: at,
  databaseUrl: compositionEntry.databaseUrl,
  type: 'c',
  thumbnail,
  sort_order: 0,
};

export const controlApp = {
  id: 7,
  name: 'Evening News',
  type: 'controlapp',
  createdAt: at,
  updatedAt: at,
  accountId: 1,
  userId: 1,
  thumbnail,
  outputUrl: appInstance.onair_url,
  broadcastOutputUrl: appInstance.onair_url,
  publicControlUrl: appInstance.control_url,
  publicControlApiUrl: `${base}/apiv2/controlapps/${token}/control`,
  publicCommandUrl: `${base}/apiv2/controlapps/${token}/command`,
  publicCommandApiUrl: `${base}/apiv2/controlapps/${token}/command`,
  publicModelApiUrl: `${base}/apiv2/controlapps/${token}/model`,
  appTemplateId: 57,
  appTemplateVersion: 1,
  folder: folderId,
  compositionId: 12,
};
