import type { CellValue } from '../../contract/desk-api/source.ts';
import { evaluate, ExpressionError, parseExpression } from '../../scene/expression/expression.ts';

const ownCell = 'value';

export function formatProblem(format: string): string {
  try {
    parseExpression(format);
    return '';
  } catch (thrown) {
    return problemOf(thrown);
  }
}

export function pathsIn(format: string | undefined): readonly string[] {
  if (format === undefined || formatProblem(format) !== '') return [];
  return parseExpression(format).names.filter((name) => name !== ownCell);
}

/** `cell` returns a cell by its path; undefined means the field's own cell. */
export function formatted(
  format: string,
  cell: (path: string | undefined) => CellValue | undefined,
): { value: CellValue } | { problem: string } {
  try {
    const value = evaluate(parseExpression(format), (name) => cell(name === ownCell ? undefined : name));
    if (typeof value !== 'object') return { value };
    return { problem: `The format gives ${value === null ? 'nothing' : 'no single value'}.` };
  } catch (thrown) {
    return { problem: `The format has no value: ${problemOf(thrown)}.` };
  }
}

function problemOf(thrown: unknown): string {
  if (thrown instanceof ExpressionError) return thrown.message;
  throw thrown;
}
