import { z } from 'zod';
import type { ErrorDetail } from '../../contract/errors.ts';
import { type BodyLimits, jsonBody } from '../../contract/json-body.ts';
import { refusal } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';

/** A body that was read leniently. Items keep their places; an item of which nothing fits is `{}`. */
export interface LenientBody {
  items: unknown[];
  /** What does not fit, and was left out. */
  leftOut: ErrorDetail[];
}

const Objects = z.array(z.record(z.string(), z.unknown(), { error: 'expected an object' }));

/**
 * Makes the function that reads a body of items leniently: a member that is null counts as absent, and a member that does
 * not fit is left out. Throws as `bodyChecker` does for what is no JSON array of objects.
 * Source: decisions.md "Lenient in, canonical out".
 */
export function lenientReader(schema: z.ZodArray, limits: BodyLimits): (bytes: Uint8Array | undefined) => LenientBody {
  return (bytes) => {
    const body = jsonBody(bytes, schema, limits);
    const fits = schema.safeParse(body);
    if (fits.success) return { items: fits.data, leftOut: [] };
    const objects = Array.isArray(body) ? Objects.safeParse(body) : fits;
    if (!objects.success) throw refusal(schemaProblems(objects.error.issues));
    const read = objects.data.map((item, at) => fitting(schema.element, item, at));
    return { items: read.map(({ item }) => item), leftOut: read.flatMap(({ leftOut }) => leftOut) };
  };
}

/** The part of an item that fits the schema. */
function fitting(schema: z.core.$ZodType, given: Record<string, unknown>, at: number) {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const checked = z.safeParse(schema, present);
  if (checked.success) return { item: checked.data, leftOut: [] };
  const { issues } = checked.error;
  const leftOut = schemaProblems(issues.map((issue) => ({ ...issue, path: [at, ...issue.path] })));
  const wrong = new Set(issues.map(({ path }) => path[0]));
  const rest = z.safeParse(schema, Object.fromEntries(Object.entries(present).filter(([key]) => !wrong.has(key))));
  return { item: rest.success ? rest.data : {}, leftOut };
}
