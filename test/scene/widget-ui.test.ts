import { describe, expect, it } from 'vitest';
import { WidgetUi } from '../../scene/schema/widget-ui.ts';
import { widgetFields, widgetProblems } from '../../scene/content/widget-fields.ts';

type Model = WidgetUi['model'];

const widget = (fields: unknown[], groups: unknown[] = []): WidgetUi => WidgetUi.parse({ model: { fields, groups } });
const told = (fields: unknown[], groups?: unknown[]): string[] =>
  widgetProblems(widget(fields, groups)).map(({ path, message }) => `${path}: ${message}`);

/** A widget with every field type and everything that the specification allows in each. */
const whole = widget(
  [
    { id: 'about', type: 'infotext', title: 'About', defaultValue: 'Two lines\nof words' },
    { id: 'name', type: 'text', title: 'Name', defaultValue: 'Ada' },
    { id: 'bio', type: 'textarea', defaultValue: 'One\nTwo', rows: '6', cols: '40' },
    { id: 'size', type: 'number', defaultValue: '7.50', min: '1', max: '10', step: '0.5', unit: 'px', format: '0.0' },
    { id: 'on', type: 'checkbox', defaultValue: true },
    { id: 'inner', type: 'composition', defaultValue: '5f0c2b51' },
    { id: 'go', type: 'button', defaultValue: 'Go' },
    {
      id: 'side',
      type: 'selection',
      defaultValue: 'r',
      selections: [
        { id: 'l', title: 'L' },
        { id: 'r', title: 'R' },
      ],
    },
    { id: 'rows', type: 'JSON', defaultValue: '[1]', width: '300', height: '200' },
    { id: 'tint', type: 'color', defaultValue: '#ff0000' },
    { id: 'wash', type: 'gradient', defaultValue: 'linear-gradient(red, blue)' },
    { id: 'face', type: 'image', defaultValue: '/media/face.png' },
    { id: 'time', type: 'timecontrol', defaultValue: { UTC: 1, isRunning: true, value: 2 } },
  ],
  [
    { id: 'who', title: 'Who', width: 'double', toolTip: 'Who it is', childIds: ['name', 'bio'], activeId: 'on' },
    { id: 'look', childIds: ['size', 'tint'] },
    { id: 'empty' },
  ],
);

describe('a widget', () => {
  it('of every field type has no problem', () => {
    expect(widgetProblems(whole)).toEqual([]);
  });

  it('has fields of a model, in its order, with defaults in their one form', () => {
    const plain = { immediateUpdate: false };
    const both = (value: unknown) => ({ defaultValue: value, resetValue: value });
    const red = { a: 1, b: 0, g: 0, r: 255 };
    const selections = [
      { id: 'l', title: 'L' },
      { id: 'r', title: 'R' },
    ];
    const limits = { min: '1', max: '10', step: '0.5', unit: 'px', format: '0.0' };
    expect(widgetFields(whole)).toEqual([
      { ...plain, id: 'about', title: 'About', type: 'infotext', index: 0, ...both('Two lines\nof words') },
      { ...plain, id: 'name', title: 'Name', type: 'text', index: 1, ...both('Ada') },
      { ...plain, id: 'bio', title: 'bio', type: 'textarea', index: 2, rows: '6', cols: '40', ...both('One\nTwo') },
      { ...plain, id: 'size', title: 'size', type: 'number', index: 3, ...limits, ...both('7.50') },
      { ...plain, id: 'on', title: 'on', type: 'checkbox', index: 4, ...both(true) },
      { ...plain, id: 'inner', title: 'inner', type: 'composition', index: 5, ...both('5f0c2b51') },
      { ...plain, id: 'go', title: 'go', type: 'button', index: 6, ...both({ __serviceButton: true, ts: 0 }) },
      { ...plain, id: 'side', title: 'side', type: 'selection', index: 7, selections, ...both('r') },
      { ...plain, id: 'rows', title: 'rows', type: 'json', index: 8, width: '300', height: '200', ...both('[1]') },
      { ...plain, id: 'tint', title: 'tint', type: 'color', index: 9, ...both(red) },
      { ...plain, id: 'wash', title: 'wash', type: 'gradient', index: 10, ...both('linear-gradient(red, blue)') },
      { ...plain, id: 'face', title: 'face', type: 'image', index: 11, ...both('/media/face.png') },
      {
        ...plain,
        id: 'time',
        title: 'time',
        type: 'timecontrol',
        index: 12,
        ...both({ UTC: 1, isRunning: true, value: 2 }),
      },
    ]);
  });

  it.each([
    ['infotext', {}, ''],
    ['text', {}, ''],
    ['number', {}, '0'],
    ['number', { min: '5' }, '5'],
    ['number', { max: '-2.5' }, '-2.5'],
    ['checkbox', {}, false],
    ['selection', { selections: [{ id: 'l', title: 'L' }] }, 'l'],
    ['json', {}, '{}'],
    ['color', {}, { a: 1, b: 255, g: 255, r: 255 }],
    ['gradient', {}, ''],
    ['image', {}, ''],
    ['timecontrol', {}, { UTC: 0, isRunning: false, value: 0 }],
    ['button', {}, { __serviceButton: true, ts: 0 }],
  ])('whose %s %j has no default begins with what it can hold', (type, more, value) => {
    const one = widget([{ id: 'f', type, ...more }]);
    expect([widgetProblems(one), widgetFields(one)[0]?.defaultValue]).toEqual([[], value]);
  });
});

describe('a widget that cannot be used says what and where:', () => {
  const name = { id: 'name', type: 'text' };
  const on = { id: 'on', type: 'checkbox' };

  it.each<[string, unknown[], unknown[], string[]]>([
    [
      'a group of a field that is not there',
      [name],
      [{ id: 'a' }, { id: 'b', childIds: ['gone'] }],
      ['model.groups[1].childIds[0]: there is no field with the id "gone"'],
    ],
    [
      'a field in two groups',
      [name],
      [
        { id: 'a', childIds: ['name'] },
        { id: 'b', childIds: ['name'] },
      ],
      ['model.groups[1].childIds[0]: the field "name" is in a group already'],
    ],
    [
      'a field twice in one group',
      [name],
      [{ id: 'a', childIds: ['name', 'name'] }],
      ['model.groups[0].childIds[1]: the field "name" is in a group already'],
    ],
    ['two fields of one id', [name, on, name], [], ['model.fields[2].id: "name" is the id of another field too']],
    [
      'two groups of one id',
      [],
      [{ id: 'a' }, { id: 'a' }],
      ['model.groups[1].id: "a" is the id of another group too'],
    ],
    [
      'a switch that is no checkbox',
      [name],
      [{ id: 'a', activeId: 'name' }],
      ['model.groups[0].activeId: there is no checkbox field with the id "name"'],
    ],
    [
      'a switch that is not there',
      [name, on],
      [{ id: 'a', activeId: 'off' }],
      ['model.groups[0].activeId: there is no checkbox field with the id "off"'],
    ],
    [
      'a selection with nothing to select',
      [{ id: 's', type: 'selection' }],
      [],
      ['model.fields[0].selections: a selection needs something to select'],
    ],
    [
      'an option twice',
      [
        {
          id: 's',
          type: 'selection',
          selections: [
            { id: 'l', title: '1' },
            { id: 'l', title: '2' },
          ],
        },
      ],
      [],
      ['model.fields[0].selections[1].id: "l" is there already'],
    ],
    [
      'limits that are no numbers',
      [{ id: 'n', type: 'number', min: 'low', max: 'high', step: 'big' }],
      [],
      [
        'model.fields[0].min: expected a number, got "low"',
        'model.fields[0].max: expected a number, got "high"',
        'model.fields[0].step: expected a number, got "big"',
      ],
    ],
    [
      'limits the wrong way round',
      [{ id: 'n', type: 'number', min: '10', max: '9' }],
      [],
      ['model.fields[0].min: is more than max: 10 > 9'],
    ],
    [
      'a step that goes nowhere',
      [{ id: 'n', type: 'number', step: '0' }],
      [],
      ['model.fields[0].step: expected more than 0, got 0'],
    ],
    [
      'an id that JSON cannot carry',
      [{ id: '__proto__', type: 'text' }],
      [],
      ['model.fields[0].id: this id cannot be used'],
    ],
  ])('%s', (_, fields, groups, expected) => {
    expect(told(fields, groups)).toEqual(expected);
  });

  it.each<[Model['fields'][number]['type'], unknown, object, string]>([
    ['infotext', true, {}, 'expected a string'],
    ['text', true, {}, 'expected a string, got true'],
    ['text', 'two\nlines', {}, 'expected one line of text, got "two\\nlines"'],
    ['number', 'many', {}, 'expected a number, got "many"'],
    ['number', '11', { max: '10' }, 'expected a number from any to 10, got "11"'],
    ['checkbox', 'true', {}, 'expected true or false, got "true"'],
    ['selection', 'x', { selections: [{ id: 'l', title: 'L' }] }, 'expected one of l, got "x"'],
    [
      'image',
      'javascript:1',
      {},
      'expected an http, https or data URL, or one relative to the service, got "javascript:1"',
    ],
    ['composition', false, {}, 'expected a string, got false'],
    ['gradient', false, {}, 'expected a string, got false'],
    ['button', true, {}, 'expected a string'],
    ['timecontrol', '0', {}, 'expected {command: play, pause, reset or start} or {UTC, isRunning, value}, got "0"'],
  ])('a default of %s that is %j', (type, defaultValue, more, message) => {
    expect(told([{ id: 'f', type, defaultValue, ...more }])).toEqual([`model.fields[0].defaultValue: ${message}`]);
  });

  it.each([
    ['a type that is none', { model: { fields: [{ id: 'f', type: 'slider' }], groups: [] } }, 'model.fields.0.type'],
    ['a field without an id', { model: { fields: [{ type: 'text' }], groups: [] } }, 'model.fields.0.id'],
    ['a width that is none', { model: { fields: [], groups: [{ id: 'g', width: 'half' }] } }, 'model.groups.0.width'],
    ['no groups', { model: { fields: [] } }, 'model.groups'],
  ])('%s, by its shape', (_, input, path) => {
    expect(WidgetUi.safeParse(input).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
