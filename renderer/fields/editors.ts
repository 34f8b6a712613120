import type { Component } from 'svelte';
import type { FieldType } from '../../contract/model/field.ts';
import CheckboxField from './CheckboxField.svelte';
import ColorField from './ColorField.svelte';
import type { Edit } from './edit.ts';
import NumberField from './NumberField.svelte';
import SelectionField from './SelectionField.svelte';
import TextareaField from './TextareaField.svelte';
import TextField from './TextField.svelte';
import UrlField from './UrlField.svelte';

/** Field types without a value to edit: buttons and timers take commands, an infotext is only shown. */
type Valueless = 'button' | 'timecontrol' | 'infotext';

export const valueEditors: Record<Exclude<FieldType, Valueless>, Component<{ edit: Edit; id: string }>> = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  normalizednumber: NumberField,
  counter: NumberField,
  selection: SelectionField,
  image: UrlField,
  audio: UrlField,
  color: ColorField,
  checkbox: CheckboxField,
  json: TextareaField,
  composition: TextField,
  gradient: TextField,
};
