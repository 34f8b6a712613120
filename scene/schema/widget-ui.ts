import { z } from 'zod';
import { Field, type FieldType, TimeControl, WidgetGroup } from '../../contract/model/field.ts';

/** The specification also writes `json` in upper case. Source: "Widget UI definition", type of a Field. */
export const WidgetFieldType = z.enum([
  'infotext',
  'text',
  'textarea',
  'number',
  'checkbox',
  'composition',
  'button',
  'selection',
  'json',
  'JSON',
  'color',
  'gradient',
  'image',
  'timecontrol',
]);

/** Numbers are strings, as in the specification. */
export const WidgetField = z.strictObject({
  type: WidgetFieldType,
  title: z.string().optional(),
  defaultValue: z.union([z.string(), z.boolean(), TimeControl]).optional(),
  ...Field.omit({ title: true, type: true, defaultValue: true, resetValue: true, immediateUpdate: true, index: true })
    .shape,
  selections: z.array(z.strictObject({ id: z.string(), title: z.string() })).optional(),
});
export type WidgetField = z.infer<typeof WidgetField>;

export function modelType(type: FieldType | WidgetField['type']): FieldType {
  return type === 'JSON' ? 'json' : type;
}

/** Source: "Widget UI definition". `widgetProblems` checks what the schema cannot express. */
export const WidgetUi = z
  .strictObject({ model: z.strictObject({ fields: z.array(WidgetField), groups: z.array(WidgetGroup.strict()) }) })
  .meta({ id: 'WidgetUi' });
export type WidgetUi = z.infer<typeof WidgetUi>;
