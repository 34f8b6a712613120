import type { FieldType } from '../../../contract/model/field.ts';

/** What edits the initial value of a field of each type; null for a type that has none. */
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
