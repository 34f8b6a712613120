import { z } from 'zod';
import { AnimationState, listedState, storedState } from '../../../contract/model/animation-state.ts';
import { type ControlItem, LogicLayer, type ModelItem } from '../../../contract/model/control.ts';
import { Field, FieldType, type Payload, Value } from '../../../contract/model/field.ts';

/** Row 30. Fields that only some services report are optional and may be malformed. */
const PolledModelItem = z.object({
  id: z.string(),
  name: z.string(),
  state: AnimationState.optional().catch(undefined),
  model: z.array(z.object({ id: z.string() }).loose()).default([]),
  logicLayer: LogicLayer.nullable().catch(null),
  snapshot: z.string().nullable().catch(null),
  secondTimeline: z.boolean().optional(),
  subcompositions: z.array(z.unknown()).default([]),
});

/** Row 29. */
const PolledControlItem = z.object({
  subCompositionId: z.string(),
  subCompositionName: z.string().default(''),
  mainComposition: z.boolean().catch(false),
  state: AnimationState.nullish(),
  payload: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Parses row 30 and skips unknown field types. Missing `secondTimeline` comes from the out state or `twoOuts`. States
 * become Out, because row 29 has the current states. Throws a ZodError.
 */
export function polledModel(answer: unknown, twoOuts: Set<string>, isNested = false): ModelItem[] {
  return z
    .array(PolledModelItem)
    .parse(answer)
    .map((item): ModelItem => {
      const { id, name, state, model, logicLayer, snapshot } = item;
      if (state === 'Out1' || state === 'Out2') twoOuts.add(id);
      if (state === 'Out') twoOuts.delete(id);
      const secondTimeline = item.secondTimeline ?? twoOuts.has(id);
      return {
        id,
        name,
        // Only a root has no state. An unreported state must not exclude a sub-composition from a panic.
        state: state || isNested ? listedState('Out1', secondTimeline) : undefined,
        model: model.flatMap((field, at) => polledField(field, at)),
        logicLayer,
        snapshot,
        secondTimeline,
        subcompositions: polledModel(item.subcompositions, twoOuts, true),
      };
    });
}

/** Parses row 29. Only the root may lack a state; throws a ZodError otherwise. */
export function polledControl(answer: unknown): ControlItem[] {
  return z
    .array(PolledControlItem.refine(({ state, mainComposition }) => mainComposition || state))
    .parse(answer)
    .map(({ state, payload, ...item }) => ({
      ...item,
      // A service reports `Out2` only where there are two out states.
      state: storedState(state ?? 'Out', true),
      payload: Object.fromEntries(
        Object.entries(payload ?? {}).flatMap(([field, reported]): [string, Payload[string]][] => {
          const value = polledValue(reported);
          return value === undefined ? [] : [[field, value]];
        }),
      ),
    }));
}

/** Keeps only valid members; some services write limits as numbers. Empty for an unknown type. */
function polledField(reported: { id: string; [member: string]: unknown }, at: number): Field[] {
  const { id, type } = reported;
  if (!FieldType.safeParse(type).success) return [];
  const usual = { title: id, immediateUpdate: false, index: at };
  const members = Object.entries(reported).flatMap(([name, value]): [string, unknown][] => {
    const schema: z.ZodType | undefined = Object.hasOwn(Field.shape, name)
      ? Field.shape[name as keyof Field]
      : undefined;
    const written = typeof value === 'number' && name !== 'index' ? String(value) : value;
    return schema?.safeParse(written).success ? [[name, written]] : [];
  });
  const values = {
    defaultValue: polledValue(reported.defaultValue) ?? '',
    resetValue: polledValue(reported.resetValue) ?? '',
  };
  const field = Field.safeParse({ ...usual, ...Object.fromEntries(members), ...values });
  return field.success ? [field.data] : [];
}

/** Some services report numeric values as numbers. Undefined if no field can have this value. */
function polledValue(reported: unknown): Payload[string] | undefined {
  if (typeof reported === 'number') return String(reported);
  const value = Value.safeParse(reported);
  return value.success ? value.data : undefined;
}
