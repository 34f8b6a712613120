import { type Canonical, controlCharacter } from '../../contract/model/canonical-value.ts';
import type { Field } from '../../contract/model/field.ts';
import { type ValueLimits, withinLimits } from '../../contract/model/value-limits.ts';
import { wireValue } from '../../contract/model/wire-value.ts';

/** A value of this many characters of JSON or more is examined in a thread of its own. */
export const longFrom = 4 * 1024;

/** What is known of a long value before its field is known. All of it takes as long as the value is long. */
export interface Examined {
  /** A text as it was sent, an array or an object as JSON. */
  text: string;
  /** An array or an object, or a text. */
  isText: boolean;
  /** The text with the line breaks that a field of several lines takes, if they are others. */
  lines?: string;
  hasControls: boolean;
  /** Why the text is no JSON. */
  notJson?: string;
}

/** Examines a value. Undefined if it is short. */
export function examined(value: unknown): Examined | undefined {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return undefined;
  const isText = typeof value === 'string';
  const text = isText ? value : JSON.stringify(value);
  if (text.length < longFrom) return undefined;
  const lines = text.replace(/\r\n?/g, '\n');
  const notJson = isText ? problemOf(text) : undefined;
  return {
    ...{ text, isText, hasControls: controlCharacter.test(lines) },
    ...(lines !== text && { lines }),
    ...(notJson !== undefined && { notJson }),
  };
}

function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

/** A long value of an update, examined before it reached the show: to find its canonical form takes no time. */
export class LongValue {
  readonly #examined: Examined;

  constructor(value: Examined) {
    this.#examined = value;
  }

  /** As `wireValue`, within the limits. */
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
    // Nothing else may be as long, and what is refused here was not looked at.
    if (text.length > limits.maxValue) return { ok: true, value: text };
    return wireValue(field, isText ? text : JSON.parse(text), { present: undefined, now: 0 });
  }
}
