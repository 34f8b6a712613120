import { parse, type ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { asOverlayError, type ErrorDetail } from '../../contract/errors.ts';
import { bodyChecker, usualBodyLimits } from '../../contract/json-body.ts';
import type { Installed } from './content-advice.ts';
import { checkContent, type ContentCheck } from './content-check.ts';

const { maxBody } = usualBodyLimits;
const checkBody = bodyChecker(z.record(z.string(), z.unknown()), usualBodyLimits);

/** A content as it is written, and what there is to say of it. `value` is what the text says, where it is JSON. */
export type ContentTextCheck = ContentCheck & { value?: unknown };

/**
 * Checks the bytes of a content, as a service would that they were sent to. The problem of a text that is not JSON names its
 * line and column.
 */
export function checkContentText(bytes: Uint8Array, installed: Installed): ContentTextCheck {
  const problem = sizeProblem(bytes.byteLength) ?? syntaxProblem(new TextDecoder().decode(bytes));
  if (problem !== undefined) return onlyProblem(problem);
  try {
    const value = checkBody(bytes);
    return { value, ...checkContent(value, installed) };
  } catch (thrown) {
    const { message, details } = asOverlayError(thrown);
    return details.length > 0 ? withProblems([...details]) : onlyProblem(message);
  }
}

/** What is wrong with a content of so many bytes; undefined where it may have as many. */
export function sizeProblem(bytes: number): string | undefined {
  return bytes > maxBody ? `has ${bytes} bytes, and a composition has at most ${maxBody}` : undefined;
}

/** The check of a content that cannot be read, which is all that is wrong with it. */
export function onlyProblem(message: string): ContentTextCheck {
  return withProblems([{ path: '', message }]);
}

function withProblems(problems: ErrorDetail[]): ContentTextCheck {
  return { problems, warnings: [], composition: null };
}

function syntaxProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (thrown) {
    const { message } = thrown as Error;
    const { line, column } = lineAt(text, offsetOf(text, message));
    const words = message.replace(/( in JSON)? at position \d+.*$/s, '').replace(/, [".].*is not valid JSON$/s, '');
    return `line ${line}, column ${column}: is not JSON: ${words.replace(/[\n\r\t]/g, (sign) => JSON.stringify(sign).slice(1, -1))}`;
  }
}

/** The offset of the mistake. V8 names it in some of its messages only. */
function offsetOf(text: string, message: string): number {
  const named = / at position (\d+)/.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  return errors[0]?.offset ?? text.length;
}

/** Line and column of an offset, both counted from 1 as editors do. */
function lineAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|[\r\n]/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
