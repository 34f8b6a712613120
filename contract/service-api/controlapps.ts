import { z } from 'zod';
import { ControlItem, ModelItem, UpdateItem } from '../model/control.ts';
import { Details, token, updating } from './common.ts';
import { endpoint, get, patch } from './endpoint.ts';
import * as example from './examples.ts';

export const readControl = endpoint('readControl', 29, {
  ...get('/apiv2/controlapps/{appToken}/control'),
  summary: 'What every sub-composition holds now: state and field values',
  ...token,
  tagged: true,
  answer: z.array(ControlItem),
  errors: ['token-unknown', 'show-unreadable'],
  example: {
    answer: [
      {
        subCompositionId: example.subCompositionId,
        subCompositionName: 'Lower Third',
        mainComposition: false,
        state: 'Out1',
        payload: { line1: 'Ada Lovelace', color: { a: 1, b: 60, g: 20, r: 220 } },
      },
    ],
  },
});

export const readModel = endpoint('readModel', 30, {
  ...get('/apiv2/controlapps/{appToken}/model'),
  summary: 'What can be controlled: the tree of sub-compositions with their fields, defaults and current states',
  ...token,
  tagged: true,
  answer: z.array(ModelItem),
  errors: ['token-unknown', 'show-unreadable'],
  example: {
    answer: [
      {
        id: example.subCompositionId,
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
export const updateControl = endpoint('updateControl', 31, {
  ...patch('/apiv2/controlapps/{appToken}/control'),
  summary:
    'Update field values and animation states: what can be applied is applied at once, and the answer warns of the rest',
  ...token,
  body: z.array(UpdateItem, { error: 'expected an array of update items' }),
  lenient: true,
  tagged: true,
  answer: z.object({ success: z.literal(true), warnings: Details.optional() }),
  metered: true,
  errors: ['token-unknown', 'show-unreadable', ...updating],
  example: {
    body: [{ subCompositionId: example.subCompositionId, payload: { line1: 'Ada Lovelace' }, state: 'In' }],
    answer: { success: true },
  },
});
