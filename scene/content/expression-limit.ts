import { mostCharacters } from '../expression/expression.ts';

/**
 * Returns the path of the first expression that makes the expressions of a content longer than they may be together, or
 * undefined. It reads any value of JSON, because parsing costs a thousand times more than counting and comes after it.
 */
export function expressionOverLimit(value: unknown): PropertyKey[] | undefined {
  return overIn(value, { characters: 0 });
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
