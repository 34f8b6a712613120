import { parse, type ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { asOverlayError, type ErrorDetail, errorIn } from '../../contract/errors.ts';
import { bodyChecker, usualBodyLimits } from '../../contract/json-body.ts';
import type { Installed } from './content-advice.ts';
import { checkContent, type ContentCheck } from './content-check.ts';

const { maxBody } = usualBodyLimits;
const checkBody = bodyChecker(z.record(z.string(), z.unknown()), usualBodyLimits);

/** `value` is the parsed JSON, if valid. */
export type ContentTextCheck = ContentCheck & { value?: unknown };

/** Checks like a service. A JSON syntax problem includes line and column. */
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

export function sizeProblem(bytes: number): string | undefined {
  return bytes > maxBody ? `has ${bytes} bytes, and a composition has at most ${maxBody}` : undefined;
}

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
    const { message } = errorIn(thrown);
    const { line, column } = lineAt(text, offsetOf(text, message));
    const words = message.replace(/( in JSON)? at position \d+.*$/s, '').replace(/, [".].*is not valid JSON$/s, '');
    return `line ${line}, column ${column}: is not JSON: ${words.replace(/[\n\r\t]/g, (sign) => JSON.stringify(sign).slice(1, -1))}`;
  }
}

/** Only some V8 messages contain the offset. */
function offsetOf(text: string, message: string): number {
  const named = / at position (\d+)/.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  return errors[0]?.offset ?? text.length;
}

/** Both from 1, as in editors. */
function lineAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|[\r\n]/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
