/** The values of expressions: everything that JSON can express. */
export type ExpressionValue =
  string | number | boolean | null | readonly ExpressionValue[] | { readonly [name: string]: ExpressionValue };

/** An expression that cannot be parsed or evaluated. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** The position in the expression, in UTF-16 units from 0. */
  readonly at: number;

  constructor(problem: string, at: number) {
    super(`${problem} (at position ${at})`);
    this.at = at;
  }
}

/** The most work of one evaluation, roughly in characters read and written. It is more than any show needs. */
const mostWork = 4_000_000;
/** No picture could show a longer text. */
const longestText = 100_000;

/**
 * One evaluation of an expression. It limits the total work, so that every evaluation ends quickly. It also converts
 * between kinds of values, so that operators and functions agree. `at` is the position reported with an error.
 */
export class Evaluation {
  #work = 0;

  /** Adds to the work done. Throws if the total exceeds the limit. */
  charge(work: number, at: number): void {
    this.#work += work;
    if (this.#work > mostWork) throw new ExpressionError('this takes too long', at);
  }

  /** Converts to a number: a number, or a text that is written as one, like the value of a number field. */
  number(value: ExpressionValue, at: number): number {
    return numeric(value) ?? fail('a number', value, at);
  }

  /** Converts to a whole number within a range. */
  whole(value: ExpressionValue, [least, most]: readonly [number, number], at: number): number {
    const number = this.number(value, at);
    const fits = Number.isInteger(number) && number >= least && number <= most;
    return fits ? number : fail(`a whole number from ${least} to ${most}`, value, at);
  }

  /** Converts to a text: a text as it is, a number in its shortest form, `true` or `false`; null is the empty text. */
  text(value: ExpressionValue, at: number): string {
    if (typeof value === 'number') return plain(value);
    if (typeof value === 'boolean') return String(value);
    if (value === null) return '';
    return typeof value === 'string' ? value : fail('a text', value, at);
  }

  list(value: ExpressionValue, at: number): readonly ExpressionValue[] {
    return isList(value) ? value : fail('a list', value, at);
  }

  /** Returns a text that an expression built. Throws if it is too long. */
  limited(text: string, at: number): string {
    this.charge(text.length, at);
    if (text.length > longestText) throw new ExpressionError(`this text is longer than ${longestText} characters`, at);
    return text;
  }

  /** Returns a computed number. Throws if it is infinite or not a number. */
  finite(number: number, at: number): number {
    if (!Number.isFinite(number)) throw new ExpressionError('this number is not defined, or too large', at);
    return number;
  }
}

/** Whether a condition is true. False, null, 0 and the empty text are not. The text `0` is. */
export function isTruthy(value: ExpressionValue): boolean {
  return value !== false && value !== null && value !== 0 && value !== '';
}

const written = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Returns the number that a value is or is written as, or undefined. */
export function numeric(value: ExpressionValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length > 100 || !written.test(value.trim())) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Whether a value is a list. The type of `Array.isArray` does not cover read-only arrays. */
export function isList(value: ExpressionValue): value is readonly ExpressionValue[] {
  return Array.isArray(value);
}

/** Writes a number without the error of binary fractions, so that 0.1 + 0.2 reads 0.3. */
function plain(number: number): string {
  return String(Number(number.toPrecision(15)) || 0);
}

function fail(expected: string, value: ExpressionValue, at: number): never {
  throw new ExpressionError(`expected ${expected}, not ${described(value)}`, at);
}

/** Describes a value for an error message. Lists and objects are described by their kind only. */
export function described(value: ExpressionValue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text "${value.slice(0, 40)}"`;
  if (typeof value === 'object') return isList(value) ? 'a list' : 'an object';
  return String(value);
}
