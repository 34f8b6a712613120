import type { FieldType } from '../../contract/model/field.ts';
import type { AuthoredField, ContentEntry } from '../schema/composition-content.ts';
import { modelType, type WidgetField, WidgetFieldType, type WidgetUi } from '../schema/widget-ui.ts';
import { firstOption, firstValues } from '../content/fields.ts';
import { freeId } from './elements.ts';
import { withValueAt, type Step } from './path.ts';

export const nodeSteps: readonly Step[] = ['dataSources', 'composition', 'controlNode'];

export function fieldSteps(entry: ContentEntry): Step[] {
  const { widget } = entry.dataSources.composition.controlNode;
  return [...nodeSteps, ...(widget ? ['widget', 'model', 'fields'] : ['fields'])];
}

export function fieldsOf(entry: ContentEntry): { id: string; title: string; type: string }[] {
  const { fields = [], widget } = entry.dataSources.composition.controlNode;
  return (widget?.model.fields ?? fields).map(({ id, title = id, type }) => ({ id, title, type }));
}

export function withNewField(entry: ContentEntry): ContentEntry {
  const known = fieldsOf(entry);
  const id = freeId('field', new Set(known.map((field) => field.id))).replace(' ', '');
  const taken = known.some((field) => field.id === id) ? `${id}-${known.length}` : id;
  const field = { id: taken, title: 'New field', type: 'text', defaultValue: '' };
  const { widget } = entry.dataSources.composition.controlNode;
  const whole = widget ? field : { ...field, resetValue: '', immediateUpdate: false, index: known.length };
  return withFields(entry, [...listOf(entry), whole]);
}

/** Also sets the index of each field, unless a widget defines them. */
export function withFields(entry: ContentEntry, fields: readonly object[]): ContentEntry {
  const { widget } = entry.dataSources.composition.controlNode;
  const numbered = widget ? fields : fields.map((field, index) => ({ ...field, index }));
  return withValueAt(entry, fieldSteps(entry), numbered);
}

export function listOf(entry: ContentEntry): object[] {
  const { fields = [], widget } = entry.dataSources.composition.controlNode;
  return widget?.model.fields ?? fields;
}

export function withWidget(entry: ContentEntry): ContentEntry {
  const { fields = [] } = entry.dataSources.composition.controlNode;
  const widget: WidgetUi = { model: { fields: fields.map(widgetField), groups: [] } };
  const without = withValueAt(entry, [...nodeSteps, 'fields'], undefined);
  return withValueAt(without, [...nodeSteps, 'widget'], widget);
}

/** Substitutes for types that a widget lacks. */
const nearest: Record<Exclude<AuthoredField['type'], WidgetField['type']>, WidgetField['type']> = {
  normalizednumber: 'number',
  counter: 'number',
  audio: 'text',
};

function widgetField(field: AuthoredField): WidgetField {
  const { id, title, defaultValue, min, max, step, unit, format, rows, cols, selections, width, height } = field;
  const type = field.type in nearest ? nearest[field.type as keyof typeof nearest] : WidgetFieldType.parse(field.type);
  const value = widgetValue(defaultValue);
  const details = { min, max, step, unit, format, rows, cols, selections, width, height };
  const given = Object.entries(details).filter(([, detail]) => detail !== undefined);
  return { id, type, title, ...(value !== undefined && { defaultValue: value }), ...Object.fromEntries(given) };
}

/** A widget writes numbers and colors as text; a button has no value. */
function widgetValue(value: AuthoredField['defaultValue']): WidgetField['defaultValue'] {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') return value;
  if ('isRunning' in value) return value;
  if ('r' in value) return `rgba(${value.r}, ${value.g}, ${value.b}, ${value.a})`;
  return undefined;
}

/** Keeps only id and title: old values and limits do not fit. `widget`: whether a widget defines the field. */
export function retyped(
  field: Record<string, unknown>,
  type: FieldType | WidgetField['type'],
  widget: boolean,
): Record<string, unknown> {
  const { id, title, immediateUpdate, index } = field;
  const selections = type === 'selection' ? { selections: [firstOption] } : {};
  const first = firstValues[modelType(type)];
  const named = { id, ...(title !== undefined && { title }), type, ...selections };
  if (!widget) return { ...named, defaultValue: first, resetValue: first, immediateUpdate, index };
  return type === 'button' ? named : { ...named, defaultValue: first };
}
