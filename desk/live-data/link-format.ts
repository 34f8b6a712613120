import type { CellValue } from '../../contract/desk-api/source.ts';
import { evaluate, ExpressionError, parseExpression } from '../../scene/expression/expression.ts';

/** The name by which a format calls the cell of its own field. */
const ownCell = 'value';

/** What is wrong with a format as it is written; empty for nothing. */
export function formatProblem(format: string): string {
  try {
    parseExpression(format);
    return '';
  } catch (thrown) {
    return problemOf(thrown);
  }
}

/** The paths of the cells that a format reads besides its own. */
export function pathsIn(format: string | undefined): readonly string[] {
  if (format === undefined || formatProblem(format) !== '') return [];
  return parseExpression(format).names.filter((name) => name !== ownCell);
}

/** The result of a format. `cell` gives a cell by its path; undefined for its own. */
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
