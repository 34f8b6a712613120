import type { FieldType } from '../../../contract/model/field.ts';

/** The editor of a field type's initial value; null for a type without one. */
export const defaultEditors: Readonly<
  Record<FieldType, 'line' | 'lines' | 'JSON' | 'selection' | 'color' | 'checkbox' | null>
> = {
  text: 'line',
  textarea: 'lines',
  number: 'line',
  normalizednumber: 'line',
  counter: 'line',
  selection: 'selection',
  image: 'line',
  color: 'color',
  checkbox: 'checkbox',
  audio: 'line',
  json: 'JSON',
  timecontrol: null,
  button: null,
  infotext: 'lines',
  composition: 'line',
  gradient: 'line',
};
