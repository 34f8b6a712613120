import { type Evaluation, ExpressionError, type ExpressionValue, isList, numeric } from './expression-value.ts';

export interface ExpressionFunction {
  least: number;
  most: number;
  run: (call: FunctionCall) => ExpressionValue;
}

export class FunctionCall {
  readonly args: readonly ExpressionValue[];
  readonly at: number;
  readonly evaluation: Evaluation;

  constructor(args: readonly ExpressionValue[], at: number, evaluation: Evaluation) {
    this.args = args;
    this.at = at;
    this.evaluation = evaluation;
  }

  value(place: number): ExpressionValue {
    return this.args[place] ?? null;
  }

  text(place: number, absent = ''): string {
    if (place >= this.args.length) return absent;
    const text = this.evaluation.text(this.value(place), this.at);
    this.evaluation.charge(text.length, this.at);
    return text;
  }

  number(place: number): number {
    return this.evaluation.number(this.value(place), this.at);
  }

  whole(place: number, range: readonly [number, number], absent = 0): number {
    return place < this.args.length ? this.evaluation.whole(this.value(place), range, this.at) : absent;
  }

  list(place: number): readonly ExpressionValue[] {
    const list = this.evaluation.list(this.value(place), this.at);
    this.evaluation.charge(list.length, this.at);
    return list;
  }

  /** The numbers of a single list argument, or of all arguments. */
  numbers(): number[] {
    const values = this.args.length === 1 && isList(this.value(0)) ? this.list(0) : this.args;
    return values.map((value) => this.evaluation.number(value, this.at));
  }

  parts(place: number): readonly ExpressionValue[] {
    return isList(this.value(place)) ? this.list(place) : this.characters(place);
  }

  characters(place: number): string[] {
    const text = this.text(place);
    this.evaluation.charge(text.length * 50, this.at);
    return Array.from(segmentsOf(text), ({ segment }) => segment);
  }

  words(place: number): string[] {
    return this.text(place)
      .split(/\s+/)
      .filter((word) => word !== '');
  }

  limited(text: string): string {
    return this.evaluation.limited(text, this.at);
  }

  fail(problem: string): never {
    throw new ExpressionError(problem, this.at);
  }
}

let segmenter: Intl.Segmenter | undefined;

/** Characters as people count them. Loads its language data only at first use, so no start waits. */
function segmentsOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

const decimals = [0, 12] as const;
const places = [-1_000_000, 1_000_000] as const;

const taking = (least: number, most: number, run: ExpressionFunction['run']): ExpressionFunction => ({
  least,
  most,
  run,
});

/** `docs/scene-format.md` lists them for authors. */
export const expressionFunctions: ReadonlyMap<string, ExpressionFunction> = new Map([
  ['upper', taking(1, 1, (call) => call.limited(call.text(0).toUpperCase()))],
  ['lower', taking(1, 1, (call) => call.limited(call.text(0).toLowerCase()))],
  ['trim', taking(1, 1, (call) => call.text(0).trim())],
  ['initials', taking(1, 1, initials)],
  ['firstWord', taking(1, 1, (call) => call.words(0)[0] ?? '')],
  ['lastWord', taking(1, 1, (call) => call.words(0).at(-1) ?? '')],
  ['length', taking(1, 1, (call) => call.parts(0).length)],
  ['left', taking(2, 2, left)],
  ['right', taking(2, 2, right)],
  ['contains', taking(2, 2, contains)],
  ['replace', taking(3, 3, (call) => joined(call, call.text(0).split(call.text(1)), call.text(2)))],
  ['split', taking(2, 2, (call) => call.text(0).split(call.text(1)))],
  ['join', taking(1, 2, (call) => joined(call, call.list(0), call.text(1)))],
  ['at', taking(2, 2, (call) => call.parts(0).at(call.whole(1, places)) ?? null)],
  ['pad', taking(2, 3, (call) => call.limited(call.text(0).padStart(call.whole(1, [0, 100]), call.text(2, '0'))))],
  ['round', taking(1, 2, (call) => rounded(call.number(0), call.whole(1, decimals)))],
  ['floor', taking(1, 1, (call) => Math.floor(call.number(0)))],
  ['ceil', taking(1, 1, (call) => Math.ceil(call.number(0)))],
  ['abs', taking(1, 1, (call) => Math.abs(call.number(0)))],
  ['min', taking(1, 20, (call) => extreme(call, (one, other) => Math.min(one, other)))],
  ['max', taking(1, 20, (call) => extreme(call, (one, other) => Math.max(one, other)))],
  ['sum', taking(1, 20, (call) => call.numbers().reduce((total, number) => total + number, 0))],
  ['number', taking(1, 4, formatted)],
  ['percent', taking(1, 2, (call) => `${fixed(call.number(0) * 100, call.whole(1, decimals))}%`)],
  ['ordinal', taking(1, 1, ordinal)],
  ['isNumber', taking(1, 1, (call) => numeric(call.value(0)) !== undefined)],
  ['default', taking(2, 2, (call) => call.value(call.value(0) === null || call.value(0) === '' ? 1 : 0))],
  ['json', taking(1, 1, json)],
]);

function initials(call: FunctionCall): string {
  const firsts = call.words(0).map((word) => segmentsOf(word)[Symbol.iterator]().next().value?.segment ?? '');
  return call.limited(firsts.join('').toUpperCase());
}

function cut(call: FunctionCall, which: (length: number) => readonly [number, number]): ExpressionValue {
  if (isList(call.value(0))) return call.list(0).slice(...which(call.list(0).length));
  const characters = call.characters(0);
  return characters.slice(...which(characters.length)).join('');
}

function left(call: FunctionCall): ExpressionValue {
  const count = call.whole(1, [0, places[1]]);
  return cut(call, () => [0, count]);
}

function right(call: FunctionCall): ExpressionValue {
  const count = call.whole(1, [0, places[1]]);
  return cut(call, (length) => [Math.max(0, length - count), length]);
}

function contains(call: FunctionCall): boolean {
  const within = call.value(0);
  if (!isList(within)) return call.text(0).includes(call.text(1));
  const sought = call.value(1);
  return call.list(0).some((member) => member === sought);
}

/** Checks the length first, because the separator is repeated. */
function joined(call: FunctionCall, parts: readonly ExpressionValue[], between: string): string {
  const texts = parts.map((part) => call.evaluation.text(part, call.at));
  const length = texts.reduce((total, text) => total + text.length + between.length, 0);
  call.evaluation.charge(length, call.at);
  return call.limited(texts.join(between));
}

function extreme(call: FunctionCall, pick: (one: number, other: number) => number): number {
  const numbers = call.numbers();
  return numbers.length === 0 ? call.fail('the list is empty') : numbers.reduce(pick);
}

/** Rounds halves away from zero, after removing binary fraction errors. */
function rounded(number: number, places: number): number {
  const size = Math.abs(number);
  if (size >= 1e15) return number;
  const scaled = Math.round(Number((size * 10 ** places).toPrecision(15))) / 10 ** places;
  return number < 0 && scaled !== 0 ? -scaled : scaled;
}

const fixed = (number: number, places: number): string => rounded(number, places).toFixed(places);

/** `number(value, decimals, grouping, point)`. The decimal point defaults to a comma if the grouping is a point. */
function formatted(call: FunctionCall): string {
  const number = call.number(0);
  const grouping = call.text(2);
  const point = call.text(3, grouping === '.' ? ',' : '.');
  const written = call.args.length > 1 ? fixed(number, call.whole(1, decimals)) : call.evaluation.text(number, call.at);
  const [whole = '', fraction] = written.split('.');
  const grouped = /e/.test(whole) ? whole : whole.replace(/\d(?=(?:\d{3})+$)/g, (digit) => digit + grouping);
  return call.limited(fraction === undefined ? grouped : grouped + point + fraction);
}

function ordinal(call: FunctionCall): string {
  const number = call.whole(0, [0, 1e9]);
  const teen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(!teen && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
}

function json(call: FunctionCall): ExpressionValue {
  const text = call.text(0);
  call.evaluation.charge(text.length, call.at);
  try {
    return JSON.parse(text) as ExpressionValue;
  } catch {
    // The failure includes the place in the expression.
    return call.fail('expected a text that holds JSON');
  }
}
