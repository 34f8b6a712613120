import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalValue } from '../../contract/model/canonical-value.ts';
import { type Field, FieldType, Value } from '../../contract/model/field.ts';
import { typedValue } from '../../contract/model/written-value.ts';
import { wireValue } from '../../contract/model/wire-value.ts';

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  id: 'f',
  title: 'F',
  type,
  defaultValue: '',
  resetValue: '',
  immediateUpdate: false,
  index: 0,
  ...more,
});
const now = 10_000;
const canonical = (type: FieldType, input: unknown, more: Partial<Field> = {}, present?: Value): unknown => {
  const checked = canonicalValue(field(type, more), input, { present, now });
  return checked.ok ? checked.value : checked.problem;
};
const selections = [
  { id: 'a', title: 'A' },
  { id: 'b', title: 'B' },
];

describe('every form of the two value tables becomes one', () => {
  it.each<[FieldType, unknown, unknown]>([
    ['text', 'one line', 'one line'],
    ['textarea', 'two\nlines', 'two\nlines'],
    ['number', 4.5, '4.5'],
    ['number', '7.50', '7.50'],
    ['number', ' +12 ', '12'],
    ['number', '007', '007'],
    ['number', '.5', '0.5'],
    ['number', '5.', '5'],
    ['number', '-0.0', '0.0'],
    ['number', '12345678901234567890', '12345678901234567890'],
    ['number', '1.25e3', '1250'],
    ['number', '0.05e3', '50'],
    ['number', '1e-400', '0'],
    ['number', -0, '0'],
    ['number', 1e21, '1000000000000000000000'],
    ['number', 1.5e-7, '0.00000015'],
    ['counter', '12', '12'],
    ['normalizednumber', 100, '100'],
    ['image', '/media/demo/crest.svg', '/media/demo/crest.svg'],
    ['image', '', ''],
    ['audio', 'https://example.org/a.wav', 'https://example.org/a.wav'],
    ['color', 'Red', { a: 1, b: 0, g: 0, r: 255 }],
    ['color', '#0f08', { a: 0.533, b: 0, g: 255, r: 0 }],
    ['color', '#102030', { a: 1, b: 48, g: 32, r: 16 }],
    ['color', '#10203000', { a: 0, b: 48, g: 32, r: 16 }],
    ['color', 'rgb(1, 2, 3)', { a: 1, b: 3, g: 2, r: 1 }],
    ['color', 'rgba(1, 2, 3, 0.5)', { a: 0.5, b: 3, g: 2, r: 1 }],
    ['color', { r: '1', g: '2', b: '3', a: '0.5' }, { a: 0.5, b: 3, g: 2, r: 1 }],
    ['color', { r: 1, g: 2, b: 3 }, { a: 1, b: 3, g: 2, r: 1 }],
    ['checkbox', false, false],
    ['json', '[1, 2]', '[1, 2]'],
    ['composition', '5f0c2b51', '5f0c2b51'],
    ['gradient', 'linear-gradient(red, blue)', 'linear-gradient(red, blue)'],
    ['button', 'execute', { __serviceButton: true, ts: now }],
    ['timecontrol', { UTC: 1, isRunning: true, value: 2 }, { UTC: 1, isRunning: true, value: 2 }],
  ])('%s %j', (type, input, expected) => {
    expect(canonical(type, input)).toEqual(expected);
  });

  it('a selection is one of its ids', () => {
    expect(canonical('selection', 'b', { selections })).toBe('b');
    expect(canonical('selection', 'B', { selections })).toBe('expected one of a, b, got "B"');
  });
});

describe('what a field cannot hold is refused in words', () => {
  it.each<[FieldType, unknown, string]>([
    ['text', 4, 'expected a string, got 4'],
    ['text', 'two\nlines', 'expected one line of text, got "two\\nlines"'],
    ['text', 'a\0b', 'expected text without control characters, got "a\\u0000b"'],
    ['textarea', 'a\x85b', expect.stringContaining('expected text without control characters')],
    ['image', 'https://example.org/\n', expect.stringContaining('expected a URL without control characters')],
    ['number', 'four', 'expected a number, got "four"'],
    ['number', '', 'expected a number, got ""'],
    ['number', '0x10', 'expected a number, got "0x10"'],
    ['normalizednumber', 101, 'expected a number from 0 to 100, got 101'],
    ['normalizednumber', '100.0000000000000000001', 'expected a number from 0 to 100, got "100.0000000000000000001"'],
    ['checkbox', 'true', 'expected true or false, got "true"'],
    ['json', '{', expect.stringContaining('expected a string that holds JSON: ')],
    ['json', {}, 'expected a string that holds JSON, got {}'],
    ['image', 'javascript:alert(1)', expect.stringContaining('expected an http, https or data URL')],
    ['color', 'reddish', expect.stringContaining('expected a color')],
    ['color', 'toString', expect.stringContaining('expected a color')],
    ['color', { r: 256, g: 0, b: 0 }, expect.stringContaining('expected a color')],
    ['color', '#12345', expect.stringContaining('expected a color')],
    ['button', 'press', 'expected "execute", got "press"'],
    ['composition', 12, 'expected a string, got 12'],
    ['gradient', 'two\nlines', 'expected one line of text, got "two\\nlines"'],
    ['infotext', 'words', 'this field is only shown and holds no value, got "words"'],
    ['timecontrol', { command: 'stop' }, expect.stringContaining('expected {command')],
  ])('%s %j', (type, input, problem) => {
    expect(canonical(type, input)).toEqual(problem);
  });

  it('min and max of the model count', () => {
    expect(canonical('number', 11, { min: '0', max: '10' })).toBe('expected a number from 0 to 10, got 11');
    const limits = { min: '-10', max: '0.5' };
    const inside = ['-10', '-10.000', '0.50', '0.49999999999999999999', '-9.99999999999999999999'];
    expect(inside.map((given) => canonical('number', given, limits))).toEqual(inside);
    const outside = ['-10.0000000000000000001', '0.50000000000000000001'];
    expect(outside.map((given) => canonical('number', given, limits))).toEqual(
      outside.map((given) => `expected a number from -10 to 0.5, got "${given}"`),
    );
  });
});

describe('a timer', () => {
  const running = { UTC: 4_000, isRunning: true, value: 500 };
  const holding = { UTC: 4_000, isRunning: false, value: 500 };
  it.each([
    ['play', holding, { UTC: now, isRunning: true, value: 500 }],
    ['play', running, { UTC: now, isRunning: true, value: 6_500 }],
    ['pause', running, { UTC: now, isRunning: false, value: 6_500 }],
    ['pause', holding, { UTC: now, isRunning: false, value: 500 }],
    ['reset', running, { UTC: now, isRunning: true, value: 0 }],
    ['reset', holding, { UTC: now, isRunning: false, value: 0 }],
    ['start', holding, { UTC: now, isRunning: true, value: 0 }],
  ])('%s of %j', (command, present, expected) => {
    expect(canonical('timecontrol', { command }, {}, present)).toEqual(expected);
  });
});

it('a canonical value is taken from the wire as it is, but a press', () => {
  const inputs: [FieldType, Value][] = [
    ['text', 'a\tb'],
    ['textarea', 'two\nlines'],
    ['number', '007'],
    ['color', { a: 1, b: 0, g: 0, r: 255 }],
    ['checkbox', false],
    ['selection', 'b'],
    ['json', '[1, 2]'],
    ['timecontrol', { UTC: 1, isRunning: true, value: 2 }],
  ];
  for (const [type, value] of inputs) {
    expect(wireValue(field(type, { selections }), value, { present: undefined, now })).toEqual({ ok: true, value });
  }
  const press = { __serviceButton: true as const, ts: 50 };
  for (const ts of [0, 50, now]) {
    const written = wireValue(field('button'), { ...press, ts }, { present: press, now });
    expect(written).toEqual({ ok: true, value: press });
  }
});

it('an option is found by its title from the wire only if no other option has that', () => {
  const several = [...selections, { id: '7', title: 'Twice' }, { id: 'A', title: 'Twice' }];
  const of = (input: unknown) => wireValue(field('selection', { selections: several }), input, { present: '', now });
  expect(['B', 7, 'A'].map(of)).toEqual(['b', '7', 'A'].map((value) => ({ ok: true, value })));
  expect(of('Twice').ok).toBe(false);
});

it('a canonical value is its own canonical form, whatever was sent', () => {
  const fields = FieldType.options.filter((type) => type !== 'button').map((type) => field(type, { selections }));
  const inputs = fc.oneof(
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom('a', 'red', '#123', '[]', '7'),
    fc.jsonValue(),
  );
  const property = fc.property(fc.constantFrom(...fields), inputs, (one, input) => {
    const first = canonicalValue(one, input, { present: undefined, now });
    if (!first.ok) return;
    expect(canonicalValue(one, first.value, { present: undefined, now: now + 1 })).toEqual(first);
  });
  fc.assert(property, { numRuns: 2_000 });
});

it('the service never holds a value that the schema of its readers refuses', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const whole = fc.oneof(fc.constantFrom(-most, most, 0), fc.maxSafeInteger());
  const timer = fc.record({ UTC: whole, isRunning: fc.boolean(), value: whole });
  const press = fc.record({ __serviceButton: fc.constant(true), ts: whole });
  const words = fc.constantFrom('reset', 'start', 'red', '#fff', '1e400', '-0', 'on', null);
  const commands = fc.constantFrom('play', 'pause', 'execute');
  const input = fc.oneof(commands, timer, press, words, fc.double(), fc.string(), fc.jsonValue());
  const type = fc.oneof(fc.constantFrom<FieldType>('timecontrol', 'button'), fc.constantFrom(...FieldType.options));
  const written = fc.array(fc.record({ input, at: whole }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(type, written, (ofType, all) => {
      let present: Value | undefined;
      for (const { input: given, at } of all) {
        const stored = wireValue(field(ofType, { selections }), given, { present, now: Math.abs(at) });
        if (!stored.ok) continue;
        present = stored.value;
        expect(Value.safeParse(JSON.parse(JSON.stringify(present))).error).toBeUndefined();
      }
    }),
    { numRuns: 2_000 },
  );
});

describe('an operator types', () => {
  const red = { a: 1, b: 0, g: 0, r: 255 };
  it.each<[FieldType, unknown, unknown]>([
    ['number', '7,5', '7.5'],
    ['number', '-,5', '-0.5'],
    ['counter', '0007', '7'],
    ['number', '-007,50', '-7.50'],
    ['normalizednumber', '0', '0'],
    ['number', '1,000,000', 'expected a number, got "1,000,000"'],
    ['color', 'ff0000', red],
    ['color', 'red', red],
    ['text', '7,5', '7,5'],
  ])('into a %s %j and means %j', (type, input, meant) => {
    const typed = typedValue(field(type), input, { present: undefined, now });
    expect(typed.ok ? typed.value : typed.problem).toEqual(meant);
  });
});
