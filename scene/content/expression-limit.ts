import type { ErrorDetail } from '../../contract/errors.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { refusal } from '../../contract/refusal.ts';
import { mostCharacters } from '../expression/expression.ts';

/**
 * Returns what is wrong if the expressions of a content are longer than they may be together: the path is that of the
 * first one too many. It reads any value of JSON, because parsing costs far more than counting and comes after it.
 */
export function expressionsProblem(value: unknown): ErrorDetail | undefined {
  const over = overIn(value, { characters: 0 });
  const message = `the expressions of a composition have at most ${mostCharacters} characters together`;
  return over && { path: jsonPath(over), message };
}

/**
 * As {@link expressionsProblem}.
 * @throws OverlayError `body-invalid`
 */
export function refuseLongExpressions(value: unknown): void {
  const problem = expressionsProblem(value);
  if (problem) throw refusal([problem]);
}

function overIn(value: unknown, count: { characters: number }): PropertyKey[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inside] of Object.entries(value) as [string, unknown][]) {
    if (key === 'expression' && typeof inside === 'string') count.characters += inside.length;
    const below = count.characters > mostCharacters ? [] : overIn(inside, count);
    if (below) return [Array.isArray(value) ? Number(key) : key, ...below];
  }
  return undefined;
}
