import type { z } from 'zod';
import { OverlayError } from '../../contract/errors.ts';
import { jsonPath } from '../domain/json-path.ts';
import { refusal } from '../domain/refusal.ts';

/**
 * The bytes of a request's body as its endpoint wants them; undefined where it wants none.
 * Throws `body-not-json` for no body and for what is not JSON, `body-invalid` with details for what does not fit.
 */
export function checkedBody(schema: z.ZodType | undefined, bytes: Buffer | undefined): unknown {
  if (schema === undefined) return undefined;
  const checked = schema.safeParse(json(bytes, schema));
  if (checked.success) return checked.data;
  throw refusal(checked.error.issues.map(({ path, message }) => ({ path: jsonPath(path), message: plain(message) })));
}

/** A key that JSON may carry and an object of JavaScript cannot: it would be dropped without a word. */
const protoKey =
  /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i;

function json(bytes: Buffer | undefined, schema: z.ZodType): unknown {
  if (bytes === undefined || bytes.byteLength === 0) throw notJson('the body is empty', schema);
  const text = utf8(bytes, schema);
  if (protoKey.test(text)) throw refusal([{ path: '', message: 'the key "__proto__" is not accepted' }]);
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw notJson(`the body is not JSON: ${(thrown as Error).message}`, schema);
  }
}

/** Bytes that are no UTF-8 are refused and not repaired: repaired text would go on air with holes in it. */
function utf8(bytes: Buffer, schema: z.ZodType): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notJson('the body is not UTF-8 text', schema);
  }
}

function notJson(problem: string, schema: z.ZodType): OverlayError {
  const expected = plain(schema.safeParse(undefined).error?.issues[0]?.message ?? 'expected JSON');
  return new OverlayError('body-not-json', `Nothing was changed: ${problem}; ${expected}.`);
}

function plain(message: string): string {
  return message.replace(/^Invalid (input|option): /, '');
}
