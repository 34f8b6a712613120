import type { ContentEntry } from '../schema/composition-content.ts';
import { WidgetFieldType, type WidgetUi } from '../schema/widget-ui.ts';
import { freeId } from './elements.ts';
import { withValueAt, type Step } from './path.ts';

type ControlNode = ContentEntry['dataSources']['composition']['controlNode'];

/** A field as a content's own list has it. */
type AuthoredField = NonNullable<ControlNode['fields']>[number];
type WidgetField = WidgetUi['model']['fields'][number];

/** Where the control node stands in a composition of a content. */
export const nodeSteps: readonly Step[] = ['dataSources', 'composition', 'controlNode'];

/** The steps from a composition to its fields: to those of the widget where it has one. */
export function fieldSteps(entry: ContentEntry): Step[] {
  const { widget } = entry.dataSources.composition.controlNode;
  return [...nodeSteps, ...(widget ? ['widget', 'model', 'fields'] : ['fields'])];
}

/** The fields of a composition, in whichever way it defines them. */
export function fieldsOf(entry: ContentEntry): { id: string; title: string; type: string }[] {
  const { fields = [], widget } = entry.dataSources.composition.controlNode;
  return (widget?.model.fields ?? fields).map(({ id, title = id, type }) => ({ id, title, type }));
}

/** With a field more: a text, under an id that no field has. */
export function withNewField(entry: ContentEntry): ContentEntry {
  const known = fieldsOf(entry);
  const id = freeId('field', new Set(known.map((field) => field.id))).replace(' ', '');
  const taken = known.some((field) => field.id === id) ? `${id}-${known.length}` : id;
  const field = { id: taken, title: 'New field', type: 'text', defaultValue: '' };
  const { widget } = entry.dataSources.composition.controlNode;
  const whole = widget ? field : { ...field, resetValue: '', immediateUpdate: false, index: known.length };
  return withFields(entry, [...listOf(entry), whole]);
}

/** With these fields, each numbered by its place where fields are numbered. */
export function withFields(entry: ContentEntry, fields: readonly object[]): ContentEntry {
  const { widget } = entry.dataSources.composition.controlNode;
  const numbered = widget ? fields : fields.map((field, index) => ({ ...field, index }));
  return withValueAt(entry, fieldSteps(entry), numbered);
}

/** The fields as they stand in the content. */
export function listOf(entry: ContentEntry): object[] {
  const { fields = [], widget } = entry.dataSources.composition.controlNode;
  return widget?.model.fields ?? fields;
}

/** With a widget UI definition in the place of the plain list: its fields can be grouped. */
export function withWidget(entry: ContentEntry): ContentEntry {
  const { fields = [] } = entry.dataSources.composition.controlNode;
  const widget: WidgetUi = { model: { fields: fields.map(widgetField), groups: [] } };
  const without = withValueAt(entry, [...nodeSteps, 'fields'], undefined);
  return withValueAt(without, [...nodeSteps, 'widget'], widget);
}

/** Types that a widget does not have become the nearest one that it has. */
const nearest: Partial<Record<AuthoredField['type'], WidgetField['type']>> = {
  normalizednumber: 'number',
  counter: 'number',
  audio: 'text',
};

function widgetField(field: AuthoredField): WidgetField {
  const { id, title, defaultValue, min, max, step, unit, format, rows, cols, selections, width, height } = field;
  const type = nearest[field.type] ?? WidgetFieldType.parse(field.type);
  const value = widgetValue(defaultValue);
  const details = { min, max, step, unit, format, rows, cols, selections, width, height };
  const given = Object.entries(details).filter(([, detail]) => detail !== undefined);
  return { id, type, title, ...(value !== undefined && { defaultValue: value }), ...Object.fromEntries(given) };
}

/** Numbers and colors are written as text in a widget; a button has no value. */
function widgetValue(value: AuthoredField['defaultValue']): WidgetField['defaultValue'] {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') return value;
  if ('isRunning' in value) return value;
  if ('r' in value) return `rgba(${value.r}, ${value.g}, ${value.b}, ${value.a})`;
  return undefined;
}

/** What a field of a type begins as; the types that are not here begin with an empty text. */
const firstValues: Record<string, unknown> = {
  number: '0',
  normalizednumber: '0',
  counter: '0',
  color: '#ffffff',
  checkbox: false,
  json: '[]',
  timecontrol: { UTC: 0, isRunning: false, value: 0 },
  button: { __serviceButton: true, ts: 0 },
};

/**
 * A field as one of another type. A value of another type cannot stay, nor can limits that other types do not have, so it
 * begins anew under its id and title. `widget`: whether a widget defines it.
 */
export function retyped(field: Record<string, unknown>, type: string, widget: boolean): Record<string, unknown> {
  const { id, title, immediateUpdate, index } = field;
  const selections = type === 'selection' ? { selections: [{ id: 'one', title: 'One' }] } : {};
  const first = type === 'selection' ? 'one' : (firstValues[type.toLowerCase()] ?? '');
  const named = { id, ...(title !== undefined && { title }), type, ...selections };
  if (!widget) return { ...named, defaultValue: first, resetValue: first, immediateUpdate, index };
  return type === 'button' ? named : { ...named, defaultValue: first };
}
