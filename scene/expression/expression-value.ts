/** What an expression works on: everything that JSON can say. */
export type ExpressionValue =
  string | number | boolean | null | readonly ExpressionValue[] | { readonly [name: string]: ExpressionValue };

/** Why an expression cannot be read or has no value. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** The place in the expression, in UTF-16 units from 0. */
  readonly at: number;

  constructor(problem: string, at: number) {
    super(`${problem} (at position ${at})`);
    this.at = at;
  }
}

/** How much one evaluation may do: about the characters that it may read and write. More than any show needs. */
const mostWork = 4_000_000;
/** A longer text is nothing that a picture could show. */
const longestText = 100_000;

/**
 * One evaluation of an expression: what its parts are measured against, so that every one of them ends quickly. Conversions
 * between kinds of values are here, so that operators and functions cannot differ. `at` is where a problem is reported.
 */
export class Evaluation {
  #work = 0;

  /** Takes note of work; throws where the whole is too much. */
  charge(work: number, at: number): void {
    this.#work += work;
    if (this.#work > mostWork) throw new ExpressionError('this takes too long', at);
  }

  /** A number: one, or a text that is written as one, like the value of a number field. */
  number(value: ExpressionValue, at: number): number {
    return numeric(value) ?? fail('a number', value, at);
  }

  /** A whole number, down to `least` and up to `most`. */
  whole(value: ExpressionValue, [least, most]: readonly [number, number], at: number): number {
    const number = this.number(value, at);
    const fits = Number.isInteger(number) && number >= least && number <= most;
    return fits ? number : fail(`a whole number from ${least} to ${most}`, value, at);
  }

  /** A text: one, a number in its shortest form, `true` or `false`; nothing is the empty text. */
  text(value: ExpressionValue, at: number): string {
    if (typeof value === 'number') return plain(value);
    if (typeof value === 'boolean') return String(value);
    if (value === null) return '';
    return typeof value === 'string' ? value : fail('a text', value, at);
  }

  list(value: ExpressionValue, at: number): readonly ExpressionValue[] {
    return isList(value) ? value : fail('a list', value, at);
  }

  /** A text that was made: kept within measure. */
  limited(text: string, at: number): string {
    this.charge(text.length, at);
    if (text.length > longestText) throw new ExpressionError(`this text is longer than ${longestText} characters`, at);
    return text;
  }

  /** A number that was made: no infinity, nothing undefined. */
  finite(number: number, at: number): number {
    if (!Number.isFinite(number)) throw new ExpressionError('this number is not defined, or too large', at);
    return number;
  }
}

/** Whether a condition holds: not for false, nothing, 0 and the empty text. The text `0` is a text, and holds. */
export function isTruthy(value: ExpressionValue): boolean {
  return value !== false && value !== null && value !== 0 && value !== '';
}

const written = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The number that a value is or is written as; undefined for everything else. */
export function numeric(value: ExpressionValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length > 100 || !written.test(value.trim())) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** True for a list; the type of `Array.isArray` does not know lists that cannot be written to. */
export function isList(value: ExpressionValue): value is readonly ExpressionValue[] {
  return Array.isArray(value);
}

/** A number as people write it: without what binary fractions add, so that 0.1 + 0.2 reads 0.3. */
function plain(number: number): string {
  return String(Number(number.toPrecision(15)) || 0);
}

function fail(expected: string, value: ExpressionValue, at: number): never {
  throw new ExpressionError(`expected ${expected}, not ${described(value)}`, at);
}

/** A value in an error: short, and for lists and objects only what they are. */
export function described(value: ExpressionValue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text "${value.slice(0, 40)}"`;
  if (typeof value === 'object') return isList(value) ? 'a list' : 'an object';
  return String(value);
}
