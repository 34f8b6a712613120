import type { ErrorDetail } from '../../contract/errors.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { refusal } from '../../contract/refusal.ts';
import { mostCharacters } from '../expression/expression.ts';

/** More than the largest show has. A check uses up to 1 KiB of memory per invalid value. */
const mostValues = 500_000;

/**
 * The first path where a content exceeds the values or expression lengths that can be checked. Accepts any JSON:
 * counting is much cheaper than the check.
 */
export function costProblem(value: unknown): ErrorDetail | undefined {
  const cost = new Cost();
  const steps = cost.over(value);
  return steps && { path: jsonPath(steps), message: cost.problem };
}

/** @throws OverlayError `body-invalid` */
export function refuseCostly(value: unknown): void {
  const problem = costProblem(value);
  if (problem) throw refusal([problem]);
}

class Cost {
  #values = 0;
  #characters = 0;

  over(value: unknown, name?: string): PropertyKey[] | undefined {
    this.#values += 1;
    if (name === 'expression' && typeof value === 'string') this.#characters += value.length;
    if (this.#values > mostValues || this.#characters > mostCharacters) return [];
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [key, inside] of Object.entries(value)) {
      const below = this.over(inside, key);
      if (below) return [Array.isArray(value) ? Number(key) : key, ...below];
    }
    return undefined;
  }

  get problem(): string {
    return this.#values > mostValues
      ? `a composition has at most ${mostValues} values`
      : `the expressions of a composition have at most ${mostCharacters} characters together`;
  }
}
