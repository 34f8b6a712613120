import type { z } from 'zod';
import { errorIn, OverlayError } from './errors.ts';
import { jsonPath } from './json-path.ts';
import { refusal } from './refusal.ts';
import { plain, schemaProblems } from './schema-problems.ts';

/** Nesting depth, items of an array body, and total fields in an update. */
export interface BodyLimits {
  maxDepth: number;
  maxItems: number;
  maxFields: number;
}

/** Defaults. `maxBody` is in bytes: a show of 5,000 fields fits. */
export const usualBodyLimits = { maxBody: 8 * 1024 * 1024, maxDepth: 64, maxItems: 10_000, maxFields: 10_000 } as const;

/**
 * Creates a parser and checker for JSON bodies. It throws `body-not-json`, `body-too-large` for too many items, or
 * `body-invalid` with details. `first` runs before the schema and may throw if the schema would take too long.
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
 * Throws `body-not-json`, `body-too-large` and `body-invalid`. `schema` only supplies the expected form for messages.
 */
export function jsonBody(bytes: Uint8Array | undefined, schema: z.ZodType, limits: BodyLimits): unknown {
  const { value, flaws } = flawedJsonBody(bytes, schema, limits);
  if (flaws.length > 0) throw refusal(flaws.map(({ at, message }) => ({ path: jsonPath(at), message })));
  return value;
}

export interface Flaw {
  at: readonly PropertyKey[];
  message: string;
}

/** As `jsonBody`, but returns the invalid parts instead of throwing. */
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

/** A valid JSON key that a JavaScript object would drop silently. */
const protoKey =
  /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i;

/** Half a surrogate pair, possible only as an escape. JSON serializers escape it again, but never a whole pair. */
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
    throw notJson(`the body is not JSON: ${errorIn(thrown).message}`, schema);
  }
}

const quote = 0x22;
const backslash = 0x5c;

/** Checks the nesting before any recursion. */
function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (inText) {
      if (sign === backslash) at += 1;
      else if (sign === quote) inText = false;
    } else if (sign === quote) inText = true;
    else if ((sign | 0x20) === 0x7b) depth += 1;
    else if ((sign | 0x20) === 0x7d) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Invalid UTF-8 is refused: repaired text would go on air with gaps. */
function utf8(bytes: Uint8Array, schema: z.ZodType): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw notJson('the body is not UTF-8 text', schema);
  }
}

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
