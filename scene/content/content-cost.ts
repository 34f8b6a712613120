import type { ErrorDetail } from '../../contract/errors.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { refusal } from '../../contract/refusal.ts';
import { mostCharacters } from '../expression/expression.ts';

/** More values than the largest show has. A check spends up to 1 KiB of memory on each that is wrong. */
const mostValues = 500_000;

/**
 * Returns what makes a content too large to check, with the path of the place where it becomes so: too many values, or
 * too long expressions. It takes any value of JSON, because counting costs far less than the check that comes after it.
 */
export function costProblem(value: unknown): ErrorDetail | undefined {
  const cost = new Cost();
  const steps = cost.over(value);
  return steps && { path: jsonPath(steps), message: cost.problem };
}

/**
 * As {@link costProblem}.
 * @throws OverlayError `body-invalid`
 */
export function refuseCostly(value: unknown): void {
  const problem = costProblem(value);
  if (problem) throw refusal([problem]);
}

/** Counts what a value costs. */
class Cost {
  #values = 0;
  #characters = 0;

  /** Returns the path of the place in a value where it becomes too much, or undefined. */
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
