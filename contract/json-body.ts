import type { z } from 'zod';
import { OverlayError } from './errors.ts';
import { jsonPath } from './json-path.ts';
import { refusal } from './refusal.ts';
import { plain, schemaProblems } from './schema-problems.ts';

/**
 * How deeply arrays and objects of a JSON body may be nested, how many items a body that is an array may have, and how many
 * fields of them an update may name altogether.
 */
export interface BodyLimits {
  maxDepth: number;
  maxItems: number;
  maxFields: number;
}

/** The limits of a service that sets none of its own. `maxBody` is in bytes: a show of 5,000 fields fits in one body. */
export const usualBodyLimits = { maxBody: 8 * 1024 * 1024, maxDepth: 64, maxItems: 10_000, maxFields: 10_000 } as const;

/**
 * Makes the function that parses and checks the bytes of a JSON body. It throws `body-not-json` for an empty body and for
 * text that is not JSON, `body-too-large` for too many items, and `body-invalid` with details for what does not fit.
 * `first` sees the value before the schema does, and throws if the schema would take too long.
 */
export function bodyChecker(
  schema: z.ZodType,
  limits: BodyLimits,
  first: (value: unknown) => void = () => undefined,
): (bytes: Uint8Array | undefined) => unknown {
  return (bytes) => {
    const value = jsonBody(bytes, schema, limits);
    first(value);
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    throw refusal(schemaProblems(checked.error.issues));
  };
}

/**
 * The JSON value of a body within the limits, before a schema checks it. `schema` gives the words for what was expected.
 * Throws `body-not-json`, `body-too-large` and `body-invalid`.
 */
export function jsonBody(bytes: Uint8Array | undefined, schema: z.ZodType, limits: BodyLimits): unknown {
  const { value, flaws } = flawedJsonBody(bytes, schema, limits);
  if (flaws.length > 0) throw refusal(flaws.map(({ at, message }) => ({ path: jsonPath(at), message })));
  return value;
}

/** A part of a JSON value that cannot be kept. */
export interface Flaw {
  /** The keys and places that lead to it. */
  at: readonly PropertyKey[];
  message: string;
}

/** As `jsonBody`, with the parts that cannot be kept named instead of thrown. */
export function flawedJsonBody(
  bytes: Uint8Array | undefined,
  schema: z.ZodType,
  { maxDepth, maxItems }: BodyLimits,
): { value: unknown; flaws: Flaw[] } {
  if (bytes === undefined || bytes.byteLength === 0) throw notJson('the body is empty', schema);
  const text = utf8(bytes, schema);
  if (isDeeper(text, maxDepth)) {
    throw refusal([{ path: '', message: `arrays and objects may stand in each other ${maxDepth} deep at most` }]);
  }
  const value = parsed(text, schema);
  if (Array.isArray(value) && value.length > maxItems) throw tooMany('items', value.length, maxItems);
  return { value, flaws: protoKey.test(text) || halfCharacter.test(text) ? flawsIn(value, []) : [] };
}

/** A key that JSON may carry and an object of JavaScript cannot: it would be dropped without a word. */
const protoKey =
  /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i;

/** Half of a character, which only an escape can write. JSON text writes it as one again, and whole ones never. */
const halfCharacter = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

function flawsIn(value: unknown, at: readonly PropertyKey[]): Flaw[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [{ at, message: half }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one, place) => flawsIn(one, [...at, place]));
  return Object.entries(value).flatMap(([key, member]) => {
    const here = [...at, key];
    if (key === '__proto__') return [{ at: here, message: 'the key "__proto__" is not accepted' }];
    return key.isWellFormed() ? flawsIn(member, here) : [{ at: here, message: half }];
  });
}

const half = 'a text with half of a character (a lone surrogate) is not accepted';

function parsed(text: string, schema: z.ZodType): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw notJson(`the body is not JSON: ${(thrown as Error).message}`, schema);
  }
}

const quote = 0x22;
const backslash = 0x5c;

/** Whether brackets of a JSON text stand in each other deeper than that. Looked at before anything walks down into them. */
function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (inText) {
      if (sign === backslash) at += 1;
      else if (sign === quote) inText = false;
    } else if (sign === quote) inText = true;
    // "[" and "{" are 0x5b and 0x7b, "]" and "}" two more.
    else if ((sign | 0x20) === 0x7b) depth += 1;
    else if ((sign | 0x20) === 0x7d) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes that are no UTF-8 are refused and not repaired: repaired text would go on air with holes in it. */
function utf8(bytes: Uint8Array, schema: z.ZodType): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw notJson('the body is not UTF-8 text', schema);
  }
}

/** The 413 for a request that has more of something than it may have. */
export function tooMany(what: string, given: number, most: number): OverlayError {
  return new OverlayError(
    'body-too-large',
    `Nothing was changed: the request has ${given} ${what}, and may have ${most} at most.`,
  );
}

function notJson(problem: string, schema: z.ZodType): OverlayError {
  const expected = plain(schema.safeParse(undefined).error?.issues[0]?.message ?? 'expected JSON');
  return new OverlayError('body-not-json', `Nothing was changed: ${problem}; ${expected}.`);
}
