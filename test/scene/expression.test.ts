import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ExpressionBinding } from '../../scene/schema/bound.ts';
import { evaluate, ExpressionError, type ExpressionValue, parseExpression } from '../../scene/expression/expression.ts';
import { Scene } from '../../scene/schema/scene.ts';

const fields: Record<string, ExpressionValue> = {
  home: 'Harbour',
  away: 'North',
  goals: '10',
  against: '9',
  live: true,
  none: '',
  name: '  Ada  King Lovelace ',
  color: { a: 1, b: 3, g: 2, r: 1 },
  'line 1': 'bracketed',
  straße: 'unicode',
  table: '[{"team":"A","points":3},{"team":"B","points":"12","of":{"deep":[7]}}]',
};

const lookup = (name: string): ExpressionValue | undefined => (Object.hasOwn(fields, name) ? fields[name] : undefined);
const valueOf = (text: string): ExpressionValue => evaluate(parseExpression(text), lookup);

/** What is wrong with an expression, and where. */
function problemOf(run: () => unknown): [string, number] {
  try {
    run();
  } catch (error) {
    if (error instanceof ExpressionError) return [error.message, error.at];
    throw error;
  }
  throw new Error('nothing is wrong with it');
}

describe('an expression gives', () => {
  it.each<[string, ExpressionValue]>([
    ["home & ' - ' & away", 'Harbour - North'],
    ["'it''s'", "it's"],
    ["goals & ':' & against + 1", '10:10'],
    ['goals + against * 2', 28],
    ['(goals + against) * 2', 38],
    ['10 - 3 - 2', 5],
    ['-goals + 3', -7],
    ['2 * -3', -6],
    ['7 % 4 / 2', 1.5],
    ["0.1 + 0.2 & ''", '0.3'],
    ["live & none & null & 1 & ''", 'true1'],
    ['goals > against', true],
    ["'10' < '9'", false],
    ["'abc' < 'abd'", true],
    ["goals = '10.0'", true],
    ["home = 'harbour'", false],
    ['none = null', false],
    ['none != 0', true],
    ['not live or goals >= 10 and against <= 9', true],
    ["not home = 'North' and live", true],
    ["none ? 'some' : 'none'", 'none'],
    ["goals > 20 ? 'many' : goals > 5 ? 'some' : 'few'", 'some'],
    ['live and home', true],
    ['null or 0', false],
    ['[line 1] & straße', 'bracketedunicode'],
    ['color.r + color.g', 3],
    ["'[' & color['b'] & ']'", '[3]'],
    ['json(table)[1].points + 1', 13],
    ['json(table)[1].of.deep[0]', 7],
    ['json(table)[5].team', null],
    ['json(table)[0].nothing.more', null],
    ['json(table)[goals - 9].team', 'B'],
    ["goals\n>\t1 ? 'a'\r\n : 'b'", 'a'],
  ])('%s: %j', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });
});

describe('the functions', () => {
  it.each<[string, ExpressionValue]>([
    ['upper(home)', 'HARBOUR'],
    ['lower(home)', 'harbour'],
    ["'<' & trim(name) & '>'", '<Ada  King Lovelace>'],
    ['initials(name)', 'AKL'],
    ['firstWord(name)', 'Ada'],
    ['lastWord(name)', 'Lovelace'],
    ["firstWord('')", ''],
    ['length(home)', 7],
    ["length('👩‍🚀é')", 2],
    ['length(json(table))', 2],
    ['left(home, 3)', 'Har'],
    ['right(home, 3)', 'our'],
    ['right(home, 0)', ''],
    ['right(home, 30)', 'Harbour'],
    ["left('👩‍🚀!', 1)", '👩‍🚀'],
    ['left(json(table), 1)[0].team', 'A'],
    ["contains(home, 'bou')", true],
    ["contains(split('a,b', ','), 'b')", true],
    ["replace('a-b-c', '-', '+')", 'a+b+c'],
    ["split('a,b', ',')", ['a', 'b']],
    ["join(split('a,b', ','), ' | ')", 'a | b'],
    ["at(split('a,b,c', ','), -1)", 'c'],
    ["at('abc', 1)", 'b'],
    ["at('abc', 9)", null],
    ['pad(7, 2)', '07'],
    ["pad('x', 3, '.')", '..x'],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['floor(-1.5)', -2],
    ['ceil(1.2)', 2],
    ['abs(-goals)', 10],
    ['min(goals, against, 11)', 9],
    ["max(json('[1, 5, 3]'))", 5],
    ['sum(json(\'[1, "2", 3]\'))', 6],
    ['sum(goals, against)', 19],
    ['number(1234567.891)', '1234567.891'],
    ['number(1234567.891, 2)', '1234567.89'],
    ["number(1234567.5, 2, ',')", '1,234,567.50'],
    ["number(-1234567.5, 1, '.')", '-1.234.567,5'],
    ["number(1234.5, 1, ' ', ',')", '1 234,5'],
    ["number(999, 0, ',')", '999'],
    ['percent(0.256)', '26%'],
    ['percent(0.256, 1)', '25.6%'],
    ['ordinal(1) & ordinal(2) & ordinal(3) & ordinal(4) & ordinal(12) & ordinal(21)', '1st2nd3rd4th12th21st'],
    ['isNumber(goals)', true],
    ['isNumber(home)', false],
    ["default(none, 'nobody')", 'nobody'],
    ["default(home, 'nobody')", 'Harbour'],
    ['json(table)[0]', { team: 'A', points: 3 }],
  ])('%s: %j', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });
});

describe('an expression that cannot be read says where and what was expected', () => {
  it.each<[string, string, number]>([
    ['', "expected a field, a number, a 'text' or (, not the end", 0],
    ['home &', "expected a field, a number, a 'text' or (, not the end", 6],
    ['home away', 'expected an operator or the end, not "away"', 5],
    ['(home', 'expected ), not the end', 5],
    ['home & )', 'expected a field, a number, a \'text\' or (, not ")"', 7],
    ["'never closed", "the text is not closed: expected '", 13],
    ['live ? 1', 'expected :, not the end', 8],
    ['color.', 'expected the name of a member, not the end', 6],
    ['1 + and', 'expected a field, a number, a \'text\' or (, not "and"', 4],
    ['shout(home)', 'there is no function "shout"', 0],
    ['toString(home)', 'there is no function "toString"', 0],
    ['1 + pad(home)', 'pad takes 2 to 3 arguments, not 1', 4],
    ['upper()', 'upper takes 1 arguments, not 0', 0],
    ['[]', 'expected a field, a number, a \'text\' or (, not "[]"', 0],
  ])('%s', (text, message, at) => {
    expect(problemOf(() => parseExpression(text))).toEqual([`${message} (at position ${at})`, at]);
  });

  it('also one that is too deep or too long', () => {
    expect(problemOf(() => parseExpression(`${'('.repeat(200)}1${')'.repeat(200)}`))).toEqual([
      'this is nested deeper than 50 (at position 50)',
      50,
    ]);
    expect(problemOf(() => parseExpression(`1${'+1'.repeat(500)}`))).toEqual([
      'an expression has at most 1000 characters (at position 1000)',
      1_000,
    ]);
    expect(valueOf(`0${'+1'.repeat(499)}`)).toBe(499);
  });

  it('and is refused by the schema at its path', () => {
    const frame = { x: 0, y: 0, width: { expression: '1 +' }, height: 1 };
    const { error } = Scene.safeParse({ elements: [{ kind: 'box', id: 'a', frame, fill: '#fff' }] });
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['elements.0.frame.width.expression', "expected a field, a number, a 'text' or (, not the end (at position 3)"],
    ]);
    expect(ExpressionBinding.parse({ expression: 'home' })).toEqual({ expression: 'home' });
  });
});

describe('an expression that has no value says where and why', () => {
  it.each<[string, string, number]>([
    ['1 + nobody', 'there is no field "nobody"', 4],
    ['constructor', 'there is no field "constructor"', 0],
    ['__proto__', 'there is no field "__proto__"', 0],
    ['home * 2', 'expected a number, not the text "Harbour"', 5],
    ['none + 1', 'expected a number, not an empty text', 5],
    ['live + 1', 'expected a number, not true', 5],
    ["color & ''", 'expected a text, not an object', 6],
    ['color = color', 'an object cannot be compared', 6],
    ['home < 1', 'the text "Harbour" and 1 have no order', 5],
    ['1 / 0', 'this number is not defined, or too large', 2],
    ['max(split(none, home))', 'expected a number, not an empty text', 0],
    ['json(home)', 'expected a text that holds JSON', 0],
    ['home.length', 'the text "Harbour" has no members', 4],
    ['json(table).length', 'a list has places, not the text "length"', 11],
    ['pad(home, 5000)', 'expected a whole number from 0 to 100, not 5000', 0],
    ['left(home, 1.5)', 'expected a whole number from 0 to 1000000, not 1.5', 0],
  ])('%s', (text, message, at) => {
    expect(problemOf(() => valueOf(text))).toEqual([`${message} (at position ${at})`, at]);
  });

  it('a member that an object has not of itself is nothing', () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
    expect(names.map((name) => valueOf(`color.${name}`))).toEqual([null, null, null, null]);
    expect(names.map((name) => valueOf(`json(table)[0]['${name}']`))).toEqual([null, null, null, null]);
  });

  it('one that would make endless words, or work without end, is stopped', () => {
    const grown = (times: number): string =>
      Array.from({ length: times }).reduce<string>((text) => `replace(${text}, 'a', 'aaaaaaaaaa')`, "'aaaaaaaaaa'");
    expect(problemOf(() => valueOf(grown(10)))[0]).toMatch(/^this text is longer than 100000 characters/);
    const busy = parseExpression(`length(long)${' + length(long)'.repeat(30)}`);
    expect(problemOf(() => evaluate(busy, () => 'x'.repeat(20_000)))[0]).toMatch(/^this takes too long/);
  });
});

describe('the fields of an expression', () => {
  it('are the names that it uses, each once, in their order, and not its members or functions', () => {
    const text = "upper(home) & [line 1].text & (live ? home : away[index]) & not none & -goals & 'name'";
    expect(parseExpression(text).names).toEqual(['home', 'line 1', 'live', 'away', 'index', 'none', 'goals']);
  });
});

describe('reading an expression', () => {
  it.each<[string, (size: number) => string]>([
    ['many operators', (size) => `a${'+a'.repeat(size / 2 - 1)}`],
    ['many names', (size) => Array.from({ length: size / 8 }, (_, at) => `n${at}`).join(' & ')],
    ['many members', (size) => `a${'[1]'.repeat(size / 4)}`],
    ['many arguments', (size) => `a = ${"(b or not 'c') = ".repeat(size / 20)}d`],
    ['a long text', (size) => `'${"''".repeat(size / 2 - 1)}'`],
  ])('takes twice the steps for twice the length: %s', (_, of) => {
    const steps = [248, 496, 992].map((size) => stepsOf(() => parseExpression(of(size)).names));
    expect(steps[1]! / steps[0]!).toBeLessThan(2.2);
    expect(steps[2]! / steps[1]!).toBeLessThan(2.2);
  });

  it('is done once for all that ask', () => {
    const text = "upper(home) & ' is asked for twice'";
    expect(parseExpression(text)).toBe(parseExpression(text));
    expect(stepsOf(() => parseExpression(text))).toBe(0);
  });
});

/** How many steps the work takes: signs that were looked for, and parts that were gone through one in another. */
function stepsOf(act: () => unknown): number {
  const generators = Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())) as Generator;
  const spies = [vi.spyOn(RegExp.prototype, 'exec'), vi.spyOn(generators, 'next')];
  try {
    act();
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe('whatever is written', () => {
  const word = fc.constantFrom(
    ...['home', 'goals', 'table', 'color', 'none', '[line 1]', "'text'", '1', '2.5', 'true', 'null', 'json(table)'],
    ...['+', '-', '*', '/', '%', '&', '=', '<', '>=', 'and', 'or', 'not', '?', ':', '(', ')', '[', ']', '.', ','],
    ...['upper(', 'pad(', 'split(', 'join(', 'number(', 'replace(', 'at(', 'constructor', '__proto__', 'prototype'],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(word, { maxLength: 14 }).map((words) => words.join(' ')),
  );

  it('is read, or refused with its place', () => {
    fc.assert(
      fc.property(text, (text) => {
        try {
          parseExpression(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
          expect((error as ExpressionError).at).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives a value of JSON or an ExpressionError, and reaches nothing else', () => {
    const operand = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('home', 'goals', 'none', 'live', 'color', 'json(table)', "'7'", '0', 'given'),
        fc
          .tuple(tie('value'), fc.constantFrom('+', '/', '%', '&', '=', '<', 'and', 'or'), tie('value'))
          .map((parts) => parts.join(' ')),
        fc.tuple(tie('value'), tie('value'), tie('value')).map(([one, two, three]) => `(${one} ? ${two} : ${three})`),
        fc.tuple(tie('value'), tie('value')).map(([one, two]) => `at(${one}, ${two})`),
        fc.tuple(tie('value'), tie('value')).map(([one, two]) => `pad(${one}, 9, ${two})`),
        fc
          .tuple(fc.constantFrom('upper', 'length', 'json', 'sum', 'number', 'initials'), tie('value'))
          .map(([name, one]) => `${name}(${one})`),
        fc
          .tuple(tie('value'), fc.constantFrom('constructor', '__proto__', 'a', 'r'))
          .map(([one, name]) => `(${one}).${name}`),
        tie('value').map((one) => `not -(${one})`),
      ),
    })).value;
    fc.assert(
      fc.property(operand, fc.jsonValue(), (text, given) => {
        try {
          const value = evaluate(parseExpression(text.slice(0, 1_000)), (name) =>
            name === 'given' ? (given as ExpressionValue) : lookup(name),
          );
          expect(isData(value)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

/** Whether a value is plain JSON and nothing of JavaScript itself. */
function isData(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (typeof value !== 'object' || value === Object.prototype || value === Array.prototype) return false;
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
