import { z } from 'zod';

/**
 * Every field type: those in the second generation's two tables, and three that only widgets have. An `infotext` has no
 * value; its `defaultValue` is the text that is shown.
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

/** A color as it is stored: r, g, b 0 to 255, a 0 to 1. */
export const Color = z.object({ a: z.number(), b: z.number(), g: z.number(), r: z.number() });
export type Color = z.infer<typeof Color>;

/**
 * A timer as it is stored. `UTC`: milliseconds since the epoch of the last change; `value`: milliseconds accumulated by
 * then, so elapsed = value + (isRunning ? now - UTC : 0).
 */
export const TimeControl = z.object({ UTC: z.int(), isRunning: z.boolean(), value: z.int() });
export type TimeControl = z.infer<typeof TimeControl>;

/** The last press of a button field; `ts` in milliseconds since the epoch, 0 for a button that was never pressed. */
export const ButtonPress = z.object({ __serviceButton: z.literal(true), ts: z.int() });
export type ButtonPress = z.infer<typeof ButtonPress>;

/** The canonical value of a field: a timer, a press, a color, a boolean, or a string for every other type. */
export const Value = z.union([z.string(), z.boolean(), Color, TimeControl, ButtonPress]);
export type Value = z.infer<typeof Value>;

/** Field id to canonical value. */
export const Payload = z.record(z.string(), Value);
export type Payload = z.infer<typeof Payload>;

/** Field id to a value as a client writes it, in any form that `coercions.ts` names. */
export const WrittenPayload = z.record(z.string(), z.unknown()).meta({ id: 'WrittenPayload' });

const Selection = z.object({ id: z.string(), title: z.string() });

/**
 * One field of a model. Source: "Model field", decisions.md "Shapes" for `selections`, `min`, `max`, and "Widget UI
 * definition" for `unit`, `format`, `rows`, `cols`, `width`. Numbers are written as strings, as the specification does.
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
    selections: z.array(Selection).optional(),
  })
  .meta({ id: 'Field' });
export type Field = z.infer<typeof Field>;

const numeric: readonly FieldType[] = ['number', 'normalizednumber', 'counter'];

/** Whether a field of this type holds a number. */
export function holdsNumber({ type }: Pick<Field, 'type'>): boolean {
  return numeric.includes(type);
}

/** What the numbers of a field are multiples of; undefined where it takes any number. A counter counts whole ones. */
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

/** Whether a field of this type has a value. */
export function holdsValue({ type }: Pick<Field, 'type'>): boolean {
  return changes[type] !== 'never';
}

/** Whether a field of this type changes by commands, such as the press of a button. */
export function isCommanded({ type }: Pick<Field, 'type'>): boolean {
  return changes[type] === 'by command';
}

/** Whether an operator can set the value of a field of this type. */
export function isSettable({ type }: Pick<Field, 'type'>): boolean {
  return changes[type] === 'by value';
}
