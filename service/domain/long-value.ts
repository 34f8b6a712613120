import { errorIn } from '../../contract/errors.ts';
import { type Canonical, controlCharacter } from '../../contract/model/canonical-value.ts';
import type { Field } from '../../contract/model/field.ts';
import { type ValueLimits, withinLimits } from '../../contract/model/value-limits.ts';
import { wireValue } from '../../contract/model/wire-value.ts';

/** Characters of JSON from which values are examined in a separate thread. */
export const longFrom = 4 * 1024;

/** Facts about a long value, found before its field is known. Finding them takes time proportional to its length. */
export interface Examined {
  /** Text unchanged; arrays and objects as JSON. */
  text: string;
  isText: boolean;
  /** The text with normalised line breaks for multi-line fields, if they differ. */
  lines?: string;
  hasControls: boolean;
  notJson?: string;
}

export function examined(value: unknown): Examined | undefined {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return undefined;
  const isText = typeof value === 'string';
  const text = isText ? value : JSON.stringify(value);
  if (text.length < longFrom) return undefined;
  const lines = text.replace(/\r\n?/g, '\n');
  const notJson = isText ? problemOf(text) : undefined;
  return {
    text,
    isText,
    hasControls: controlCharacter.test(lines),
    ...(lines !== text && { lines }),
    ...(notJson !== undefined && { notJson }),
  };
}

function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (thrown) {
    return errorIn(thrown).message;
  }
}

/** A long value examined in advance, so that its canonical form takes no time. */
export class LongValue {
  readonly #examined: Examined;

  constructor(value: Examined) {
    this.#examined = value;
  }

  canonical(field: Field, limits: ValueLimits): Canonical {
    return withinLimits(field, this.#canonical(field, limits), limits);
  }

  #canonical(field: Field, limits: ValueLimits): Canonical {
    const { text, isText, lines = text, hasControls, notJson } = this.#examined;
    if (field.type === 'json') {
      if (notJson === undefined) return { ok: true, value: text };
      return { ok: false, problem: `expected a string that holds JSON: ${notJson}` };
    }
    if (field.type === 'textarea' && isText) {
      return hasControls
        ? { ok: false, problem: 'expected text without control characters' }
        : { ok: true, value: lines };
    }
    // Only JSON and multi-line fields may be this long. `withinLimits` refuses the value, so it needs no parsing.
    if (text.length > limits.maxValue) return { ok: true, value: text };
    return wireValue(field, isText ? text : JSON.parse(text), { present: undefined, now: 0 });
  }
}
