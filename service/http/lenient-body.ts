import { z } from 'zod';
import { type BodyLimits, flawedJsonBody, tooMany } from '../../contract/json-body.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { type ListedDetails, listed, refusal } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';

/** Items keep their places; an item without valid parts is `{}`. */
interface LenientBody {
  items: unknown[];
  leftOut: ListedDetails;
}

const Objects = z.array(z.record(z.string(), z.unknown(), { error: 'expected an object' }));

/**
 * Reads items leniently: null members count as absent, invalid members are left out. Throws like `bodyChecker` unless
 * the body is an array of objects. Source: decisions.md "Lenient in, canonical out".
 */
export function lenientReader(schema: z.ZodArray, limits: BodyLimits): (bytes: Uint8Array | undefined) => LenientBody {
  return (bytes) => {
    const { value, flaws } = flawedJsonBody(bytes, schema, limits);
    const broken = flaws.map(({ at, message }) => ({ path: jsonPath(at), message }));
    const body = without(
      value,
      flaws.map(({ at }) => wholeValue(at)),
    );
    const fields = Array.isArray(body) ? body.reduce<number>((sum, item) => sum + fieldsIn(item), 0) : 0;
    if (fields > limits.maxFields) throw tooMany('fields', fields, limits.maxFields);
    const fits = schema.safeParse(body);
    if (fits.success) return { items: fits.data, leftOut: listed(broken) };
    const objects = Array.isArray(body) ? Objects.safeParse(body) : fits;
    if (!objects.success) throw refusal(schemaProblems(objects.error.issues));
    const read = objects.data.map((item, at) => fitting(schema.element, item, at));
    const leftOut = listed([...broken, ...read.flatMap(({ leftOut: of }) => of)]);
    return { items: read.map(({ item }) => item), leftOut };
  };
}

function wholeValue(at: readonly PropertyKey[]): readonly PropertyKey[] {
  const payload = at.indexOf('payload');
  return payload < 0 ? at : at.slice(0, payload + 2);
}

function fieldsIn(item: unknown): number {
  const { payload, controlNode } = (item ?? {}) as { payload?: unknown; controlNode?: { payload?: unknown } | null };
  const given = payload ?? controlNode?.payload;
  return typeof given === 'object' && given !== null ? Object.keys(given).length : 0;
}

function fitting(schema: z.core.$ZodType, given: Record<string, unknown>, at: number) {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const checked = z.safeParse(schema, present);
  if (checked.success) return { item: checked.data, leftOut: [] };
  const { issues } = checked.error;
  const leftOut = schemaProblems(issues.map((issue) => ({ ...issue, path: [at, ...issue.path] })));
  const rest = z.safeParse(
    schema,
    without(
      present,
      issues.map(({ path }) => path),
    ),
  );
  return { item: rest.success ? rest.data : {}, leftOut };
}

/** Removes members only from objects, never from lists. */
function without(value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const below = Map.groupBy(paths, ([key]) => key);
  const rest = (key: PropertyKey) => (below.get(key) ?? []).map((path) => path.slice(1));
  if (Array.isArray(value)) return value.map((one: unknown, at) => without(one, rest(at)));
  const left = Object.entries(value).filter(([key]) => !rest(key).some((path) => path.length === 0));
  return Object.fromEntries(left.map(([key, member]) => [key, without(member, rest(key))]));
}
