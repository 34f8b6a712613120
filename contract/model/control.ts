import { z } from 'zod';
import { AnimationAction, AnimationState, StoredState } from './animation-state.ts';
import { distinctTitles, Field, Payload, WidgetGroup, WrittenPayload } from './field.ts';

/** Layers are exclusive: taking one sub-composition In takes the others out. Source: decisions.md "Control updates". */
export const LogicLayer = z.object({
  name: z.string(),
  delay: z.enum(['none', 'auto', 'custom']),
  tag: z.string().meta({ description: 'A hex color.' }),
});
export type LogicLayer = z.infer<typeof LogicLayer>;

/** Row 29: current state and values; `state` is always `In`, `Out1` or `Out2`. */
export const ControlItem = z
  .object({
    subCompositionId: z.string(),
    subCompositionName: z.string(),
    mainComposition: z.boolean(),
    state: StoredState,
    payload: Payload,
  })
  .meta({ id: 'ControlItem' });
export type ControlItem = z.infer<typeof ControlItem>;

/** Row 30: structure, defaults and current state. The root has no `state`. */
export interface ModelItem {
  id: string;
  name: string;
  state?: AnimationState | undefined;
  model: Field[];
  /** Extension: the groups of a Widget UI. */
  groups?: WidgetGroup[] | undefined;
  logicLayer: LogicLayer | null;
  snapshot: string | null;
  secondTimeline: boolean;
  subcompositions: ModelItem[];
}
export const ModelItem: z.ZodType<ModelItem> = z
  .object({
    id: z.string(),
    name: z.string(),
    state: AnimationState.optional(),
    model: z.array(Field),
    groups: z.array(WidgetGroup).optional(),
    logicLayer: LogicLayer.nullable(),
    snapshot: z.string().nullable(),
    secondTimeline: z.boolean(),
    get subcompositions() {
      return z.array(ModelItem);
    },
  })
  .meta({ id: 'ModelItem' });

/** For screens; programs get the titles as they are. */
export function withDistinctTitles(node: ModelItem): ModelItem {
  const { model, subcompositions } = node;
  return { ...node, model: [...distinctTitles(model)], subcompositions: subcompositions.map(withDistinctTitles) };
}

/** Clients also send it as a number. */
export const TextId = z.union([z.string(), z.int().transform(String)], { error: 'expected an id' });

export const IntegerId = z.union([z.int(), z.stringFormat('integer', /^\d{1,15}$/).transform(Number)], {
  error: 'expected an integer',
});

/** Row 31: an update item. Accepts all specified value forms, which the service makes canonical. */
export const UpdateItem = z.strictObject({
  subCompositionId: TextId.optional(),
  subCompositionName: z.string().optional(),
  payload: WrittenPayload.optional(),
  state: AnimationState.optional(),
  mainComposition: z.boolean().optional(),
  /** Extension: absent means `play`. */
  action: AnimationAction.optional(),
});
export type UpdateItem = z.infer<typeof UpdateItem>;

/** Parents first, so that a name finds its first match. */
export function* preOrder<Node extends { subcompositions: Node[] }>(nodes: Iterable<Node>): Generator<Node> {
  for (const node of nodes) {
    yield node;
    yield* preOrder(node.subcompositions);
  }
}
