import type { ErrorDetail } from '../../contract/errors.ts';
import { parsedJson } from '../../contract/json-text.ts';
import type { Composition } from '../schema/composition.ts';
import { CompositionContent } from '../schema/composition-content.ts';
import { readContent } from './content.ts';
import { contentAdvice, type Installed } from './content-advice.ts';
import { lengthProblem, usualValueLimits, type ValueLimits, withinLimits } from '../../contract/model/value-limits.ts';
import { schemaProblems } from '../../contract/schema-problems.ts';
import { jsonPath } from '../../contract/json-path.ts';
import { refusal } from '../../contract/refusal.ts';
import { mostCharacters } from '../expression/expression.ts';
import { preOrder } from '../../contract/model/control.ts';
import type { Field } from '../../contract/model/field.ts';
import { Name } from '../../contract/model/name.ts';

/** With any problem, the content cannot be stored and `composition` is null. */
export interface ContentCheck {
  problems: ErrorDetail[];
  warnings: ErrorDetail[];
  composition: Composition | null;
}

const mostDetails = 1_000;
/** The words of the schema library for missing values, and ours. */
const missing = [/, received undefined$/, ', and it is missing'] as const;

export function checkContent(value: unknown, installed: Installed, limits = usualValueLimits): ContentCheck {
  const read = readAny(value);
  if ('problems' in read) return { problems: few(read.problems), warnings: [], composition: null };
  const { content, composition } = read;
  const tooLong = lengthProblems(content, composition, limits);
  if (tooLong.length > 0) return { problems: few(tooLong), warnings: [], composition: null };
  return { problems: [], warnings: few(contentAdvice(content, composition, installed)), composition };
}

/** Stored content can be invalid, if it is from another program version or a restored backup. */
export function readStored(text: string): { composition: Composition } | { problems: ErrorDetail[] } {
  const value = parsedJson(text);
  return value === undefined ? { problems: [{ path: '', message: 'it is not JSON' }] } : readAny(value);
}

function readAny(
  value: unknown,
): { content: CompositionContent; composition: Composition } | { problems: ErrorDetail[] } {
  const costly = costProblem(value);
  if (costly) return { problems: [costly] };
  const checked = CompositionContent.safeParse(value);
  if (!checked.success) {
    const problems = schemaProblems(checked.error.issues);
    return { problems: problems.map(({ path, message }) => ({ path, message: message.replace(...missing) })) };
  }
  const read = readContent(checked.data);
  return 'problems' in read ? read : { content: checked.data, composition: read.composition };
}

function few(details: ErrorDetail[]): ErrorDetail[] {
  if (details.length <= mostDetails) return details;
  const more = details.length - mostDetails + 1;
  return [...details.slice(0, mostDetails - 1), { path: '', message: `and ${more} more` }];
}

/** More than the largest show has. A check uses up to 1 KiB of memory per invalid value. */
const mostValues = 500_000;

/** The first path beyond what can be checked: values, or expression lengths. Counting is cheaper than the check. */
function costProblem(content: unknown): ErrorDetail | undefined {
  let [values, characters] = [0, 0];
  const over = (value: unknown, name?: string): PropertyKey[] | undefined => {
    values += 1;
    if (name === 'expression' && typeof value === 'string') characters += value.length;
    if (values > mostValues || characters > mostCharacters) return [];
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [key, inside] of Object.entries(value)) {
      const below = over(inside, key);
      if (below) return [Array.isArray(value) ? Number(key) : key, ...below];
    }
    return undefined;
  };
  const steps = over(content);
  if (!steps) return undefined;
  const most = `the expressions of a composition have at most ${mostCharacters} characters together`;
  return {
    path: jsonPath(steps),
    message: values > mostValues ? `a composition has at most ${mostValues} values` : most,
  };
}

/** @throws OverlayError `body-invalid` */
export function refuseCostly(value: unknown): void {
  const problem = costProblem(value);
  if (problem) throw refusal([problem]);
}

/** Too long texts and invalid names. Checked only before storing, so that stored content stays readable. */
export function lengthProblems(content: CompositionContent, { root }: Composition, limits: ValueLimits): ErrorDetail[] {
  const layers = Object.entries(content.compositionProps.logicLayers).flatMap(([id, { name }]) =>
    nameProblem(name, ['compositionProps', 'logicLayers', id, 'name'], limits),
  );
  const subs = [...preOrder([root])].flatMap(({ id, name, widget, fields }) => {
    const at = ['compositions', id];
    const node = [...at, 'dataSources', 'composition', 'controlNode', ...(widget ? ['widget', 'model'] : []), 'fields'];
    const inFields = fields.flatMap((field, place) => fieldLengths(field, [...node, place], limits));
    return [...nameProblem(name, [...at, 'name'], limits), ...inFields];
  });
  return [...layers, ...subs];
}

function fieldLengths(field: Field, at: readonly PropertyKey[], limits: ValueLimits): ErrorDetail[] {
  const values = (['defaultValue', 'resetValue'] as const).flatMap((key) => {
    const within = withinLimits(field, { ok: true, value: field[key] }, limits);
    return within.ok ? [] : [{ path: jsonPath([...at, key]), message: within.problem }];
  });
  const options = (field.selections ?? []).flatMap(({ id, title }, place) => [
    ...nameProblem(id, [...at, 'selections', place, 'id'], limits),
    ...nameProblem(title, [...at, 'selections', place, 'title'], limits),
  ]);
  const names = [
    ...nameProblem(field.id, [...at, 'id'], limits),
    ...nameProblem(field.title, [...at, 'title'], limits),
  ];
  return [...names, ...values, ...options];
}

/** Clients do not use this name, so it may be empty. */
function nameProblem(name: string, at: readonly PropertyKey[], { maxName }: ValueLimits): ErrorDetail[] {
  const wrong = name === '' ? undefined : Name.safeParse(name).error?.issues[0]?.message;
  const message = wrong ?? lengthProblem(name, maxName);
  return message === undefined ? [] : [{ path: jsonPath(at), message }];
}
