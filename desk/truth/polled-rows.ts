import { z } from 'zod';
import { AnimationState, storedState } from '../../contract/model/animation-state.ts';
import { type ControlItem, LogicLayer, type ModelItem } from '../../contract/model/control.ts';
import { Field, type Payload, Value } from '../../contract/model/field.ts';

/** What every service says of one sub-composition in row 30; what only some say may be missing or of another form. */
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

/** The same for row 29. */
const PolledControlItem = z.object({
  subCompositionId: z.string(),
  subCompositionName: z.string().default(''),
  mainComposition: z.boolean().catch(false),
  state: AnimationState,
  payload: z.record(z.string(), z.unknown()).default({}),
});

/**
 * The model that row 30 answered, of a service that may know less than ours. Whether a sub-composition has a second timeline
 * is read from the name of its out state where it is not said. A field of a kind that is not known is left out. Throws a
 * ZodError where it is no such answer.
 */
export function polledModel(answer: unknown): ModelItem[] {
  return z
    .array(PolledModelItem)
    .parse(answer)
    .map((item): ModelItem => {
      const { id, name, state, model, logicLayer, snapshot, secondTimeline } = item;
      return {
        id,
        name,
        state,
        model: model.flatMap((field, at) => polledField(field, at)),
        logicLayer,
        snapshot,
        secondTimeline: secondTimeline ?? (state === 'Out1' || state === 'Out2'),
        subcompositions: polledModel(item.subcompositions),
      };
    });
}

/** The states and values that row 29 answered. Throws a ZodError where it is no such answer. */
export function polledControl(answer: unknown): ControlItem[] {
  return z
    .array(PolledControlItem)
    .parse(answer)
    .map(({ state, payload, ...item }) => ({
      ...item,
      // `Out2` is told only where there are two out states.
      state: storedState(state, true),
      payload: Object.fromEntries(
        Object.entries(payload).flatMap(([field, reported]): [string, Payload[string]][] => {
          const value = polledValue(reported);
          return value === undefined ? [] : [[field, value]];
        }),
      ),
    }));
}

function polledField(reported: { id: string; [member: string]: unknown }, at: number): Field[] {
  const field = Field.safeParse({
    title: reported.id,
    immediateUpdate: false,
    index: at,
    ...reported,
    defaultValue: polledValue(reported.defaultValue) ?? '',
    resetValue: polledValue(reported.resetValue) ?? '',
  });
  return field.success ? [field.data] : [];
}

/** A value in its canonical form; a number is told as one by some. Undefined for what is no value of any field. */
function polledValue(reported: unknown): Payload[string] | undefined {
  if (typeof reported === 'number') return String(reported);
  const value = Value.safeParse(reported);
  return value.success ? value.data : undefined;
}
