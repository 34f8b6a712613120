import { z } from 'zod';
import { AnimationAction, AnimationState, StoredState } from './animation-state.ts';
import { Field, Payload, WrittenPayload } from './field.ts';

/** Sub-compositions of one layer are exclusive: taking one In takes the others out. Source: decisions.md "Control updates". */
export const LogicLayer = z.object({ name: z.string(), delay: z.enum(['none', 'auto', 'custom']), tag: z.string() });
export type LogicLayer = z.infer<typeof LogicLayer>;

/** Row 29: the current state and values of one sub-composition. `state` is always `In`, `Out1` or `Out2`. */
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

/** Row 30: the structure, the defaults and the current state of one sub-composition. The root has no `state`. */
export interface ModelItem {
  id: string;
  name: string;
  state?: AnimationState | undefined;
  model: Field[];
  logicLayer: LogicLayer | null;
  snapshot: string | null;
  /** Extension: true if `Out1` and `Out2` are two different states. */
  secondTimeline: boolean;
  subcompositions: ModelItem[];
}
export const ModelItem: z.ZodType<ModelItem> = z
  .object({
    id: z.string(),
    name: z.string(),
    state: AnimationState.optional(),
    model: z.array(Field),
    logicLayer: LogicLayer.nullable(),
    snapshot: z.string().nullable(),
    secondTimeline: z.boolean(),
    get subcompositions() {
      return z.array(ModelItem);
    },
  })
  .meta({ id: 'ModelItem' });

/** An id that is text in this API. Clients also send it as a number. */
export const TextId = z.union([z.string(), z.int().transform(String)], { error: 'expected an id' });

/** An id that is an integer in this API. Clients also send it as text. */
export const IntegerId = z.union([z.int(), z.stringFormat('integer', /^\d{1,15}$/).transform(Number)], {
  error: 'expected an integer',
});

/**
 * Row 31: one item of an update. Values may have any form in the specification's tables; the service makes them canonical.
 * An item without payload and state changes nothing.
 */
export const UpdateItem = z.object({
  /** One that changes something has an id or a name. */
  subCompositionId: TextId.optional(),
  subCompositionName: z.string().optional(),
  payload: WrittenPayload.optional(),
  state: AnimationState.optional(),
  mainComposition: z.boolean().optional(),
  /** Extension: how `state` is reached. Absent means `play`. */
  action: AnimationAction.optional(),
});
export type UpdateItem = z.infer<typeof UpdateItem>;

/** Every node of model trees, parents before children: the order in which a name finds its first match. */
export function* preOrder<Node extends { subcompositions: Node[] }>(nodes: Iterable<Node>): Generator<Node> {
  for (const node of nodes) {
    yield node;
    yield* preOrder(node.subcompositions);
  }
}
