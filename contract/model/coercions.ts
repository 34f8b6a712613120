import type { Field, FieldType, Value } from './field.ts';

export interface CoercionExample {
  field: Pick<Field, 'type'> & Partial<Field>;
  input: unknown;
  stored: Value;
}

interface Coercion {
  types: readonly FieldType[];
  taken: string;
  stored: string;
  examples: readonly CoercionExample[];
}

export const exampleTime = 1_767_387_600_000;

const red = { a: 1, b: 0, g: 0, r: 255 };
const white = { a: 1, b: 255, g: 255, r: 255 };
const stopped = { UTC: 0, isRunning: false, value: 0 };
const started = { UTC: exampleTime, isRunning: true, value: 0 };
const pressed = { __serviceButton: true, ts: exampleTime } as const;
const pressedBefore = { __serviceButton: true, ts: exampleTime - 60_000 } as const;

const text = { type: 'text' } as const;
const textarea = { type: 'textarea' } as const;
const number = { type: 'number', resetValue: '10' } as const;
const color = { type: 'color', resetValue: red } as const;
const checkbox = { type: 'checkbox', resetValue: true } as const;
const json = { type: 'json', resetValue: '[]' } as const;
const timer = { type: 'timecontrol', defaultValue: stopped, resetValue: stopped } as const;
const button = { type: 'button', defaultValue: pressedBefore } as const;
const selection: CoercionExample['field'] = {
  type: 'selection',
  resetValue: 'plain',
  selections: [
    { id: 'plain', title: 'Plain' },
    { id: '2', title: 'Bold' },
  ],
};

/**
 * Input forms that updates accept besides the canonical one. `wireValue` implements this table; tests, OpenAPI and
 * `docs/service.md` use it. Source: decisions.md "Lenient in, canonical out".
 */
export const coercions: readonly Coercion[] = [
  {
    types: ['text', 'composition', 'gradient'],
    taken: 'a number, `true`, `false`; line breaks',
    stored: 'text, each run of line breaks a space',
    examples: [
      { field: text, input: 7.5, stored: '7.5' },
      { field: text, input: true, stored: 'true' },
      { field: text, input: 'two\r\n\nlines', stored: 'two lines' },
      { field: { type: 'gradient' }, input: 'red,\nblue', stored: 'red, blue' },
      { field: { type: 'composition' }, input: 7, stored: '7' },
    ],
  },
  {
    types: ['textarea'],
    taken: 'the same; `\\r\\n` and `\\r`',
    stored: 'text with `\\n`',
    examples: [
      { field: textarea, input: 'one\r\ntwo\rthree', stored: 'one\ntwo\nthree' },
      { field: textarea, input: false, stored: 'false' },
    ],
  },
  {
    types: ['number', 'counter', 'normalizednumber'],
    taken: 'a number or a numeric string; `""`',
    stored: 'the decimal as written; `resetValue`',
    examples: [
      { field: number, input: 7.5, stored: '7.5' },
      { field: number, input: '7.50', stored: '7.50' },
      { field: number, input: '', stored: '10' },
      { field: { type: 'counter' }, input: ' +12 ', stored: '12' },
      { field: { type: 'normalizednumber', resetValue: '100' }, input: '', stored: '100' },
    ],
  },
  {
    types: ['color'],
    taken: 'an object of numbers or numeric strings, a CSS name, hex with or without `#`, `rgb()`, `rgba()`; `""`',
    stored: '`{a, b, g, r}`; `resetValue`',
    examples: [
      { field: color, input: { r: '255', g: 0, b: '0' }, stored: red },
      { field: color, input: 'White', stored: white },
      { field: color, input: '#f00', stored: red },
      { field: color, input: 'ffffff', stored: white },
      { field: color, input: 'rgba(255, 0, 0, 0.5)', stored: { ...red, a: 0.5 } },
      { field: color, input: '', stored: red },
    ],
  },
  {
    types: ['checkbox'],
    taken: '`"true"` `"false"` `1` `0` `"1"` `"0"` `"on"` `"off"`',
    stored: '`true` or `false`',
    examples: [
      { field: checkbox, input: 'on', stored: true },
      { field: checkbox, input: 0, stored: false },
      { field: checkbox, input: 'False', stored: false },
    ],
  },
  {
    types: ['selection'],
    taken: 'the id as a number; the title, if only one option has it',
    stored: 'the id',
    examples: [
      { field: selection, input: 2, stored: '2' },
      { field: selection, input: 'Bold', stored: '2' },
    ],
  },
  {
    types: ['json'],
    taken: 'an array or an object',
    stored: 'its text',
    examples: [
      { field: json, input: [1, { a: 2 }], stored: '[1,{"a":2}]' },
      { field: json, input: { a: null }, stored: '{"a":null}' },
    ],
  },
  {
    types: ['timecontrol'],
    taken: 'the command as a bare word; the whole object',
    stored: '`{UTC, isRunning, value}`',
    examples: [
      { field: timer, input: 'Start', stored: started },
      { field: timer, input: { UTC: 5, isRunning: true, value: 7 }, stored: { UTC: 5, isRunning: true, value: 7 } },
    ],
  },
  {
    types: ['button'],
    taken: '`execute` in any spelling, `true`',
    stored: 'the time of the press',
    examples: [
      { field: button, input: 'EXECUTE', stored: pressed },
      { field: button, input: true, stored: pressed },
    ],
  },
  {
    types: ['button'],
    taken: 'a stored press',
    stored: 'the press that it holds: writing back never presses',
    examples: [{ field: button, input: { ...pressed, ts: exampleTime + 5_000 }, stored: pressedBefore }],
  },
  {
    types: ['text', 'textarea', 'image', 'audio'],
    taken: '`null`',
    stored: '`""`',
    examples: [
      { field: text, input: null, stored: '' },
      { field: textarea, input: null, stored: '' },
      { field: { type: 'image', resetValue: '/media/a.png' }, input: null, stored: '' },
      { field: { type: 'audio', resetValue: '/media/a.wav' }, input: null, stored: '' },
    ],
  },
  {
    types: [
      'number',
      'counter',
      'normalizednumber',
      'color',
      'checkbox',
      'selection',
      'json',
      'timecontrol',
      'composition',
      'gradient',
    ],
    taken: '`null`',
    stored: '`resetValue`',
    examples: [
      { field: number, input: null, stored: '10' },
      { field: { type: 'counter', resetValue: '0' }, input: null, stored: '0' },
      { field: { type: 'normalizednumber', resetValue: '100' }, input: null, stored: '100' },
      { field: color, input: null, stored: red },
      { field: checkbox, input: null, stored: true },
      { field: selection, input: null, stored: 'plain' },
      { field: json, input: null, stored: '[]' },
      { field: timer, input: null, stored: stopped },
      { field: { type: 'composition', resetValue: 'none' }, input: null, stored: 'none' },
      { field: { type: 'gradient', resetValue: 'none' }, input: null, stored: 'none' },
    ],
  },
  {
    types: ['button'],
    taken: '`null`',
    stored: 'the press that it holds',
    examples: [{ field: button, input: null, stored: pressedBefore }],
  },
];
