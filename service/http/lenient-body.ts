import { z } from 'zod';
import type { ErrorDetail } from '../../contract/errors.ts';
import { type BodyLimits, flawedJsonBody, tooMany } from '../../contract/json-body.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { AnimationAction } from '../../contract/model/animation-state.ts';
import { type ListedDetails, listed, refusal } from '../../contract/refusal.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';

/** Items keep their places; an item without valid parts is `{}`. */
interface LenientBody {
  items: unknown[];
  leftOut: ListedDetails;
}

const Objects = z.array(z.record(z.string(), z.unknown(), { error: 'expected an object' }));

/**
 * Reads items leniently: null members count as absent, invalid and unknown members are left out. Throws like
 * `bodyChecker` unless the body is an array of objects, and never guesses what goes on air. Source: decisions.md "Lenient in, canonical out".
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
    const guessed = Array.isArray(body) ? body.flatMap(guesses) : [];
    if (guessed.length > 0) throw refusal(guessed);
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
      issues.flatMap(({ path, ...issue }) => ('keys' in issue ? issue.keys.map((key) => [...path, key]) : [path])),
    ),
  );
  return { item: rest.success ? rest.data : {}, leftOut };
}

/** An unknown action, or an animation without its end, in either generation. */
function guesses(item: unknown, at: number): ErrorDetail[] {
  const { action, animation } = (item ?? {}) as { action?: unknown; animation?: unknown };
  if (!isAction(action)) return [{ path: jsonPath([at, 'action']), message: unknownAction }];
  if (typeof animation !== 'object' || animation === null || Array.isArray(animation)) return [];
  const first = animation as { action?: unknown; to?: unknown; state?: unknown };
  if (!isAction(first.action)) return [{ path: jsonPath([at, 'animation', 'action']), message: unknownAction }];
  // Row 5 answers a `state` instead.
  const isEndless = first.state === undefined && (first.to ?? null) === null;
  return isEndless ? [{ path: jsonPath([at, 'animation', 'to']), message: 'expected a state to go to' }] : [];
}

const unknownAction = `expected one of ${AnimationAction.options.map((one) => `"${one}"`).join('|')}`;
const GivenAction = AnimationAction.nullish();
const isAction = (given: unknown): boolean => GivenAction.safeParse(given).success;

/** Removes members only from objects, never from lists. */
function without(value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const below = Map.groupBy(paths, ([key]) => key);
  const rest = (key: PropertyKey) => (below.get(key) ?? []).map((path) => path.slice(1));
  if (Array.isArray(value)) return value.map((one: unknown, at) => without(one, rest(at)));
  const left = Object.entries(value).filter(([key]) => !rest(key).some((path) => path.length === 0));
  return Object.fromEntries(left.map(([key, member]) => [key, without(member, rest(key))]));
}
