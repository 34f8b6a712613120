import { z } from 'zod';

/** Every field type of the second generation's two tables. */
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

/** The last press of a button field; `ts` in milliseconds since the epoch, 0 when it was never pressed. */
export const ButtonPress = z.object({ __serviceButton: z.literal(true), ts: z.int() });
export type ButtonPress = z.infer<typeof ButtonPress>;

/** The canonical value of a field: text, number (a decimal string), selection, image, audio and json are strings. */
export const Value = z.union([z.string(), z.boolean(), Color, TimeControl, ButtonPress]);
export type Value = z.infer<typeof Value>;

/** Field id to canonical value. */
export const Payload = z.record(z.string(), Value);
export type Payload = z.infer<typeof Payload>;

export const Selection = z.object({ id: z.string(), title: z.string() });

/** One field of a model. Source: "Model field", and decisions.md "Shapes" for `selections`, `min`, `max`. */
export const Field = z.object({
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
  height: z.string().optional(),
  selections: z.array(Selection).optional(),
});
export type Field = z.infer<typeof Field>;
