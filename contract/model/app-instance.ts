import { z } from 'zod';
import { AnimationAction, AnimationState, StoredState } from './animation-state.ts';
import { TextId } from './control.ts';
import { Field, Payload, WrittenPayload } from './field.ts';

export const Timestamp = z.iso.datetime({ precision: 3 });

/** Source: "Output summary". `composition` is absent while none is loaded. */
const OutputSummary = z.object({
  name: z.string(),
  device_id: z.null(),
  composition: z.object({ id: z.int(), name: z.string(), thumbnail: z.string() }).optional(),
});

/** Source: "App instance (first generation)". Fields that are null in its examples stay null. */
export const AppInstance = z
  .object({
    id: z.int(),
    tenant_id: z.null(),
    account_id: z.int(),
    user_id: z.int(),
    is_deleted: z.int(),
    fid: z.uuid(),
    name: z.string(),
    databaseUrl: z.url(),
    thumbnail: z.string(),
    category: z.null(),
    apptemplate_id: z.union([z.int(), z.string()]),
    apptemplate_version: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable(),
    dontUpdateTS: z.boolean().optional(),
    flowjob_id: z.null(),
    onair_url: z.url(),
    control_url: z.url(),
    access_token: z.string().nullable(),
    share_control_url: z.url().nullable(),
    share_api_url: z.url().nullable(),
    outputs: z.array(OutputSummary),
    refId: z.int().optional(),
    type: z.literal('appinstance').optional(),
  })
  .meta({ id: 'AppInstance' });
export type AppInstance = z.infer<typeof AppInstance>;

/** Source: "Output (list of outputs)". */
export const Output = z
  .object({
    id: z.string(),
    compExtract: z.string(),
    name: z.string(),
    url: z.url(),
    databaseUrl: z.url(),
  })
  .meta({ id: 'Output' });
export type Output = z.infer<typeof Output>;

const OutputLayer = z.object({ name: z.string(), tag: z.string() }).nullable();

/** The model uses an internal key; the payload uses `id`. */
const ModelField = Field.pick({ defaultValue: true, id: true, title: true, type: true, index: true });

/** Source: "App instance model (first generation)". States and payloads are current; `defaultValue` is the default. */
export interface FirstModelEntry {
  id: string;
  name: string;
  state?: AnimationState | undefined;
  controlnode: {
    id: string;
    name: string;
    thumbnail: string;
    model: { fields: Record<string, z.infer<typeof ModelField>> };
    payload: Payload;
  };
  logicLayer: z.infer<typeof OutputLayer>;
  subcompositions: FirstModelEntry[];
}
export const FirstModelEntry: z.ZodType<FirstModelEntry> = z
  .object({
    id: z.string(),
    name: z.string(),
    state: AnimationState.optional(),
    controlnode: z.object({
      id: z.string(),
      name: z.string(),
      thumbnail: z.string(),
      model: z.object({ fields: z.record(z.string(), ModelField) }),
      payload: Payload,
    }),
    logicLayer: OutputLayer,
    get subcompositions() {
      return z.array(FirstModelEntry);
    },
  })
  .meta({ id: 'FirstModelEntry' });
export const FirstModel = z.object({ data: z.array(FirstModelEntry) });
export type FirstModel = z.infer<typeof FirstModel>;

/** Source: "Control properties item (first generation)". `state` is canonical, as in row 29. */
export const FirstControlItem = z.object({
  compositionId: z.string(),
  compositionName: z.string().nullable(),
  mainComposition: z.boolean().optional(),
  animation: z.object({ state: StoredState }),
  controlNode: z.object({ payload: Payload }).optional(),
});
export type FirstControlItem = z.infer<typeof FirstControlItem>;

/** Source: "Sub-composition list item (first generation)". Includes nested items, parents first, without the root. */
export const SubCompositionList = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), state: AnimationState, logicLayer: OutputLayer })),
});
export type SubCompositionList = z.infer<typeof SubCompositionList>;

/**
 * Rows 9 and 10: an update item with payload, animation, both or neither. Also accepts the answer of row 5, with a null
 * name and an ignored `state`. Source: decisions.md "Control updates".
 */
export const FirstUpdateItem = z.strictObject({
  compositionId: TextId.optional(),
  compositionName: z.string().optional(),
  mainComposition: z.boolean().optional(),
  controlNode: z.strictObject({ payload: WrittenPayload.nullish() }).optional(),
  animation: z
    .strictObject({
      action: AnimationAction.nullish(),
      to: AnimationState.nullish(),
      state: z.unknown().optional(),
    })
    .optional(),
});
export type FirstUpdateItem = z.infer<typeof FirstUpdateItem>;
