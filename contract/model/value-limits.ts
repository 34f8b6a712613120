import type { Canonical } from './canonical-value.ts';
import type { Field } from './field.ts';

/** How long what clients write may be. Source: decisions.md "Lenient in, canonical out". */
export interface ValueLimits {
  /** The most bytes (UTF-8) of a text as a value: in general, and of JSON and texts of several lines. */
  maxValue: number;
  maxLongValue: number;
  /** The most characters of a name, and of the description of a revision. */
  maxName: number;
  maxDescription: number;
}

/** The limits of a service that sets none of its own. */
export const usualValueLimits: ValueLimits = {
  maxValue: 64 * 1024,
  maxLongValue: 1024 * 1024,
  maxName: 255,
  maxDescription: 4 * 1024,
};

/** A canonical value of a field, unless it is longer than it may be. */
export function withinLimits({ type }: Pick<Field, 'type'>, canonical: Canonical, limits: ValueLimits): Canonical {
  if (!canonical.ok || typeof canonical.value !== 'string') return canonical;
  const most = type === 'json' || type === 'textarea' ? limits.maxLongValue : limits.maxValue;
  // A character has three bytes at most.
  if (3 * canonical.value.length <= most) return canonical;
  const bytes = new TextEncoder().encode(canonical.value).byteLength;
  return bytes > most ? { ok: false, problem: `expected at most ${most} bytes, got ${bytes}` } : canonical;
}

/** Why a text is too long; undefined if it is not. */
export function lengthProblem({ length }: string, most: number): string | undefined {
  return length > most ? `expected at most ${most} characters, got ${length}` : undefined;
}
