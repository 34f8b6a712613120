import { z } from 'zod';

/**
 * The second generation's types, and three for widgets only. An `infotext` has no value and shows its `defaultValue`.
 */
export const FieldType = z.enum([
  'text',
  'textarea',
  'number',
  'normalizednumber',
  'counter',
  'selection',
  'image',
  'color',
  'checkbox',
  'audio',
  'json',
  'timecontrol',
  'button',
  'infotext',
  'composition',
  'gradient',
]);
export type FieldType = z.infer<typeof FieldType>;

/** r, g, b 0 to 255, a 0 to 1. */
export const Color = z.object({ a: z.number(), b: z.number(), g: z.number(), r: z.number() });
export type Color = z.infer<typeof Color>;

/**
 * `UTC`: the last change (ms since the epoch); `value`: milliseconds until then. Elapsed = value + (isRunning ? now -
 * UTC : 0).
 */
export const TimeControl = z.object({ UTC: z.int(), isRunning: z.boolean(), value: z.int() });
export type TimeControl = z.infer<typeof TimeControl>;

/** `ts`: ms since the epoch; 0 for never pressed. */
export const ButtonPress = z.object({ __serviceButton: z.literal(true), ts: z.int() });
export type ButtonPress = z.infer<typeof ButtonPress>;

export const Value = z.union([z.string(), z.boolean(), Color, TimeControl, ButtonPress]);
export type Value = z.infer<typeof Value>;

export const Payload = z.record(z.string(), Value);
export type Payload = z.infer<typeof Payload>;

/** By field id, in any form in `coercions.ts`. */
export const WrittenPayload = z.record(z.string(), z.unknown()).meta({ id: 'WrittenPayload' });

const FieldOption = z.object({ id: z.string(), title: z.string() });

/**
 * Sources: "Model field"; decisions.md "Shapes" for `selections`, `min`, `max`; "Widget UI definition" for the layout
 * members. Numbers are strings, as specified.
 */
export const Field = z
  .object({
    id: z.string().min(1),
    title: z.string(),
    type: FieldType,
    defaultValue: Value,
    resetValue: Value,
    immediateUpdate: z.boolean(),
    index: z.int(),
    step: z.string().optional(),
    min: z.string().optional(),
    max: z.string().optional(),
    unit: z.string().optional(),
    format: z.string().optional(),
    rows: z.string().optional(),
    cols: z.string().optional(),
    width: z.string().optional(),
    height: z.string().optional(),
    selections: z.array(FieldOption).optional(),
  })
  .meta({ id: 'Field' });
export type Field = z.infer<typeof Field>;

/** With `activeId`, shown only while that checkbox field is on. Source: "Widget UI definition". */
export const WidgetGroup = z.object({
  id: z.string().min(1),
  title: z.string().optional(),
  width: z.enum(['single', 'double']).optional(),
  toolTip: z.string().optional(),
  childIds: z.array(z.string()).optional(),
  activeId: z.string().optional(),
});
export type WidgetGroup = z.infer<typeof WidgetGroup>;

/** Titles as people read them: one that repeats in its graphic has the id of its field too. */
export function distinctTitles<Each extends Pick<Field, 'id' | 'title'>>(fields: readonly Each[]): readonly Each[] {
  const titled = Map.groupBy(fields, ({ title }) => title);
  return fields.map((field) => {
    const { id, title } = field;
    return title === '' || titled.get(title)?.length === 1 ? field : { ...field, title: `${title} (${id})` };
  });
}

const numeric: readonly FieldType[] = ['number', 'normalizednumber', 'counter'];

export function holdsNumber({ type }: Pick<Field, 'type'>): boolean {
  return numeric.includes(type);
}

export function stepOf({ type, step }: Pick<Field, 'type' | 'step'>): number | undefined {
  const named = Number(step);
  if (named > 0) return named;
  return type === 'counter' ? 1 : undefined;
}

/** How a field of each type changes: by a value, by a command that is sent at once, or not at all. */
const changes: Readonly<Record<FieldType, 'by value' | 'by command' | 'never'>> = {
  text: 'by value',
  textarea: 'by value',
  number: 'by value',
  normalizednumber: 'by value',
  counter: 'by value',
  selection: 'by value',
  image: 'by value',
  color: 'by value',
  checkbox: 'by value',
  audio: 'by value',
  json: 'by value',
  timecontrol: 'by command',
  button: 'by command',
  infotext: 'never',
  composition: 'by value',
  gradient: 'by value',
};

export function holdsValue({ type }: Pick<Field, 'type'>): boolean {
  return changes[type] !== 'never';
}

export function isCommanded({ type }: Pick<Field, 'type'>): boolean {
  return changes[type] === 'by command';
}

export function isSettable({ type }: Pick<Field, 'type'>): boolean {
  return changes[type] === 'by value';
}

/** Whether a press sends a value, and stages none: a timer that is staged would go on counting from another moment. */
export function isSentAtOnce(field: Pick<Field, 'immediateUpdate' | 'type'>): boolean {
  return field.immediateUpdate || field.type === 'timecontrol';
}
