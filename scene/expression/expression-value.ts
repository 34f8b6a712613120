export type ExpressionValue =
  string | number | boolean | null | readonly ExpressionValue[] | { readonly [name: string]: ExpressionValue };

export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** In UTF-16 units from 0. */
  readonly at: number;

  constructor(problem: string, at: number) {
    super(`${problem} (at position ${at})`);
    this.at = at;
  }
}

/** Maximum work per evaluation, roughly in characters; more than any show needs. */
const mostWork = 4_000_000;
/** A longer text fits no picture. */
const longestText = 100_000;

/**
 * Limits the total work, so that every evaluation ends quickly. Operators and functions share its conversions. `at` is
 * the position for errors.
 */
export class Evaluation {
  #work = 0;

  /** Throws if the total work exceeds the limit. */
  charge(work: number, at: number): void {
    this.#work += work;
    if (this.#work > mostWork) throw new ExpressionError('this takes too long', at);
  }

  /** Accepts a number or a numeric text, such as the value of a number field. */
  number(value: ExpressionValue, at: number): number {
    return numeric(value) ?? fail('a number', value, at);
  }

  whole(value: ExpressionValue, [least, most]: readonly [number, number], at: number): number {
    const number = this.number(value, at);
    const fits = Number.isInteger(number) && number >= least && number <= most;
    return fits ? number : fail(`a whole number from ${least} to ${most}`, value, at);
  }

  /** Numbers take their shortest form; null becomes empty. */
  text(value: ExpressionValue, at: number): string {
    if (typeof value === 'number') return plain(value);
    if (typeof value === 'boolean') return String(value);
    if (value === null) return '';
    return typeof value === 'string' ? value : fail('a text', value, at);
  }

  list(value: ExpressionValue, at: number): readonly ExpressionValue[] {
    return isList(value) ? value : fail('a list', value, at);
  }

  limited(text: string, at: number): string {
    this.charge(text.length, at);
    if (text.length > longestText) throw new ExpressionError(`this text is longer than ${longestText} characters`, at);
    return text;
  }

  finite(number: number, at: number): number {
    if (!Number.isFinite(number)) throw new ExpressionError('this number is not defined, or too large', at);
    return number;
  }
}

/** False, null, 0 and the empty text are false; the text `0` is true. */
export function isTruthy(value: ExpressionValue): boolean {
  return value !== false && value !== null && value !== 0 && value !== '';
}

const written = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

export function numeric(value: ExpressionValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length > 100 || !written.test(value.trim())) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** `Array.isArray` does not narrow read-only arrays. */
export function isList(value: ExpressionValue): value is readonly ExpressionValue[] {
  return Array.isArray(value);
}

/** Removes binary fraction errors: 0.1 + 0.2 reads 0.3. */
function plain(number: number): string {
  return String(Number(number.toPrecision(15)) || 0);
}

function fail(expected: string, value: ExpressionValue, at: number): never {
  throw new ExpressionError(`expected ${expected}, not ${described(value)}`, at);
}

export function described(value: ExpressionValue): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text "${value.slice(0, 40)}"`;
  if (typeof value === 'object') return isList(value) ? 'a list' : 'an object';
  return String(value);
}
