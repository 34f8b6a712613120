import type { Canonical } from './canonical-value.ts';
import type { Field } from './field.ts';

/** Source: decisions.md "Lenient in, canonical out". */
export interface ValueLimits {
  maxValue: number;
  maxLongValue: number;
  maxName: number;
  maxDescription: number;
}

export const usualValueLimits: ValueLimits = {
  maxValue: 64 * 1024,
  maxLongValue: 1024 * 1024,
  maxName: 255,
  maxDescription: 4 * 1024,
};

export function withinLimits({ type }: Pick<Field, 'type'>, canonical: Canonical, limits: ValueLimits): Canonical {
  if (!canonical.ok || typeof canonical.value !== 'string') return canonical;
  const most = type === 'json' || type === 'textarea' ? limits.maxLongValue : limits.maxValue;
  // A UTF-16 unit has at most three bytes in UTF-8.
  if (3 * canonical.value.length <= most) return canonical;
  const bytes = new TextEncoder().encode(canonical.value).byteLength;
  return bytes > most ? { ok: false, problem: `expected at most ${most} bytes, got ${bytes}` } : canonical;
}

export function lengthProblem({ length }: string, most: number): string | undefined {
  return length > most ? `expected at most ${most} characters, got ${length}` : undefined;
}
