import { readFile } from 'node:fs/promises';
import { parse, type ParseError } from 'jsonc-parser';
import { asOverlayError, type ErrorDetail } from '../contract/errors.ts';
import { checkContent } from '../contract/service-api/authoring.ts';
import { bodyChecker } from '../service/http/json-body.ts';
import { defaultLimits } from '../service/http/limits.ts';

/** A JSON text, and what it says; or why it cannot be used. */
export type JsonText = { bytes: Uint8Array; value: unknown } | { problems: ErrorDetail[] };

const limited = bodyChecker(checkContent.body, defaultLimits);

/** Read a file. What cannot be read at all is a problem too. */
export async function readJsonFile(file: string): Promise<JsonText> {
  try {
    return readJson(await readFile(file));
  } catch (thrown) {
    return { problems: [{ path: '', message: unreadable(thrown as NodeJS.ErrnoException) }] };
  }
}

/** Read bytes as a service would that was sent them; a mistake in the JSON itself has its line and column. */
export function readJson(bytes: Uint8Array): JsonText {
  const { maxBody } = defaultLimits;
  if (bytes.byteLength > maxBody) {
    return wrong(`has ${bytes.byteLength} bytes, and a composition has at most ${maxBody}`);
  }
  const problem = syntaxProblem(new TextDecoder().decode(bytes));
  if (problem !== undefined) return wrong(problem);
  try {
    return { bytes, value: limited(Buffer.from(bytes)) };
  } catch (thrown) {
    const { message, details } = asOverlayError(thrown);
    return details.length > 0 ? { problems: [...details] } : wrong(message);
  }
}

function wrong(message: string): { problems: ErrorDetail[] } {
  return { problems: [{ path: '', message }] };
}

function unreadable({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'is a folder, and no file';
  return `cannot be read: ${message}`;
}

function syntaxProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (thrown) {
    const { message } = thrown as Error;
    const { line, column } = lineOf(text, placeOf(text, message));
    const words = message.replace(/( in JSON)? at position \d+.*$/s, '').replace(/, [".].*is not valid JSON$/s, '');
    return `line ${line}, column ${column}: is not JSON: ${words.replace(/[\n\r\t]/g, (sign) => JSON.stringify(sign).slice(1, -1))}`;
  }
}

/** The place of the mistake. Node says where it is in some of its messages only. */
function placeOf(text: string, message: string): number {
  const said = / at position (\d+)/.exec(message)?.[1];
  if (said !== undefined) return Number(said);
  const found: ParseError[] = [];
  parse(text, found, { disallowComments: true, allowTrailingComma: false });
  return found[0]?.offset ?? text.length;
}

/** Both counted from 1, as editors do. */
function lineOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split(/\r\n|[\r\n]/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
