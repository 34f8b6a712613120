import { z } from 'zod';
import { ControlItem, ModelItem, UpdateItem } from '../model/control.ts';
import { Details, updating } from './common.ts';
import { endpoint } from './endpoint.ts';

const TokenParams = z.object({ appToken: z.string().min(1) });

const exampleId = '5f0c2b51-6a3e-4d0f-9a53-0c3f1d1f6a01';

export const readControl = endpoint({
  name: 'readControl',
  source: 29,
  method: 'GET',
  path: '/apiv2/controlapps/{appToken}/control',
  summary: 'What every sub-composition holds now: state and field values',
  auth: 'token',
  params: TokenParams,
  body: undefined,
  tagged: true,
  answer: z.array(ControlItem),
  errors: ['token-unknown', 'show-unreadable'],
  example: {
    answer: [
      {
        subCompositionId: exampleId,
        subCompositionName: 'Lower Third',
        mainComposition: false,
        state: 'Out1',
        payload: { line1: 'Ada Lovelace', color: { a: 1, b: 60, g: 20, r: 220 } },
      },
    ],
  },
});

export const readModel = endpoint({
  name: 'readModel',
  source: 30,
  method: 'GET',
  path: '/apiv2/controlapps/{appToken}/model',
  summary: 'What can be controlled: the tree of sub-compositions with their fields, defaults and current states',
  auth: 'token',
  params: TokenParams,
  body: undefined,
  tagged: true,
  answer: z.array(ModelItem),
  errors: ['token-unknown', 'show-unreadable'],
  example: {
    answer: [
      {
        id: exampleId,
        name: 'Evening News',
        model: [],
        logicLayer: null,
        snapshot: null,
        secondTimeline: false,
        subcompositions: [],
      },
    ],
  },
});

/** Row 31. The `ETag` header has the new revision (extension). */
export const updateControl = endpoint({
  name: 'updateControl',
  source: 31,
  method: 'PATCH',
  path: '/apiv2/controlapps/{appToken}/control',
  summary:
    'Update field values and animation states: what can be applied is applied at once, and the answer warns of the rest',
  auth: 'token',
  params: TokenParams,
  body: z.array(UpdateItem, { error: 'expected an array of update items' }),
  lenient: true,
  tagged: true,
  answer: z.object({ success: z.literal(true), warnings: Details.optional() }),
  metered: true,
  errors: ['token-unknown', 'show-unreadable', ...updating],
  example: {
    body: [{ subCompositionId: exampleId, payload: { line1: 'Ada Lovelace' }, state: 'In' }],
    answer: { success: true },
  },
});
