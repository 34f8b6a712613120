import { isDeepStrictEqual } from 'node:util';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up.js';

interface ComparedSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: ComparedSchema[];
  oneOf?: ComparedSchema[];
  properties?: Record<string, ComparedSchema>;
  required?: string[];
  additionalProperties?: boolean | ComparedSchema;
  items?: ComparedSchema;
  [further: string]: unknown;
}
type ComparedContents = Record<string, { schema: ComparedSchema }>;
interface ComparedOperation {
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema: ComparedSchema }[];
  requestBody?: { content: ComparedContents };
  responses: Record<string, { content?: ComparedContents }>;
}

export interface ComparedApi {
  paths: Record<string, Record<string, ComparedOperation>>;
  components: { schemas: Record<string, ComparedSchema> };
}

/**
 * In sentences. Requests must stay accepted, and answers familiar to clients; added properties in answers are harmless.
 */
export function breakingChanges(accepted: ComparedApi, now: ComparedApi): string[] {
  return Object.entries(accepted.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const after = now.paths[path]?.[method];
      if (!after) return [`${name} is gone.`];
      return new Comparison(accepted, now).operation(before, after).map((problem) => `${name}: ${problem}`);
    }),
  );
}

type SchemaDirection = 'sent' | 'answered';

interface Pair {
  before: ComparedSchema;
  after: ComparedSchema;
  at: string;
  direction: SchemaDirection;
}

/** Keywords that restrict a value, and whether a larger or smaller bound restricts more. */
const bounds: Record<string, 'larger' | 'smaller'> = {
  minimum: 'larger',
  exclusiveMinimum: 'larger',
  minLength: 'larger',
  minItems: 'larger',
  maximum: 'smaller',
  exclusiveMaximum: 'smaller',
  maxLength: 'smaller',
  maxItems: 'smaller',
};
const exact = ['pattern', 'format', 'prefixItems', 'allOf', 'multipleOf', 'uniqueItems', 'propertyNames'];

class Comparison {
  readonly #accepted: ComparedApi;
  readonly #now: ComparedApi;
  /** Recursive schemas are compared once. */
  readonly #seen = new Set<string>();

  constructor(accepted: ComparedApi, now: ComparedApi) {
    this.#accepted = accepted;
    this.#now = now;
  }

  operation(before: ComparedOperation, after: ComparedOperation): string[] {
    return [
      ...(after.security && !before.security ? ['a user name and a password are needed now.'] : []),
      ...this.#parameters(before.parameters ?? [], after.parameters ?? []),
      ...this.#body(before.requestBody?.content, after.requestBody?.content),
      ...Object.entries(before.responses).flatMap(([status, { content = {} }]) => {
        const answer = after.responses[status];
        if (!answer) return [`the answer ${status} is gone.`];
        return this.#contents(content, answer.content ?? {}, { name: `answer ${status}`, direction: 'answered' });
      }),
    ];
  }

  #parameters(before: NonNullable<ComparedOperation['parameters']>, after: typeof before): string[] {
    const gone = before.flatMap((parameter) => {
      const same = after.find(({ name, in: where }) => name === parameter.name && where === parameter.in);
      if (!same) return [`the parameter ${parameter.name} is gone.`];
      const at = `parameter ${parameter.name}`;
      const needed = same.required && !parameter.required ? [`${at} is required now.`] : [];
      return [...needed, ...this.#pair({ before: parameter.schema, after: same.schema, at, direction: 'sent' })];
    });
    const fresh = after.filter(({ name, required }) => required && !before.some((one) => one.name === name));
    return [...gone, ...fresh.map(({ name }) => `the parameter ${name} is new and required.`)];
  }

  #body(before: ComparedContents | undefined, after: ComparedContents | undefined): string[] {
    if (!before) return after ? ['a body is required now.'] : [];
    return after ? this.#contents(before, after, { name: 'body', direction: 'sent' }) : ['it takes no body any more.'];
  }

  #contents(
    before: ComparedContents,
    after: ComparedContents,
    { name, direction }: { name: string; direction: SchemaDirection },
  ): string[] {
    return Object.entries(before).flatMap(([type, { schema }]) => {
      const same = after[type];
      if (!same) return [`${name} is not ${type} any more.`];
      return this.#pair({ before: schema, after: same.schema, at: name, direction });
    });
  }

  /** `narrow` must not allow values that `wide` forbids. */
  #pair(pair: Pair): string[] {
    const key = `${pair.direction} ${String(pair.before.$ref)} ${String(pair.after.$ref)}`;
    if (pair.before.$ref !== undefined && this.#seen.has(key)) return [];
    if (pair.before.$ref !== undefined) this.#seen.add(key);
    const before = variants(pair.before, this.#accepted);
    const after = variants(pair.after, this.#now);
    const [one, other] = [before[0], after[0]];
    if (before.length === 1 && after.length === 1 && one && other) {
      return this.#variant({ ...pair, before: one, after: other });
    }
    const narrow = pair.direction === 'sent' ? before : after;
    const wide = pair.direction === 'sent' ? after : before;
    return narrow
      .filter((variant) => !wide.some((candidate) => this.#fits(variant, candidate, pair)))
      .map((variant) => `${pair.at}: ${verb(pair.direction)} ${named(variant)}.`);
  }

  #fits(narrow: ComparedSchema, wide: ComparedSchema, { at, direction }: Pair): boolean {
    const [before, after] = direction === 'sent' ? [narrow, wide] : [wide, narrow];
    return this.#variant({ before, after, at, direction }).length === 0;
  }

  #variant(pair: Pair): string[] {
    const { before, after, at, direction } = pair;
    const [narrow, wide] = direction === 'sent' ? [before, after] : [after, before];
    if (!typeFits(narrow, wide)) return [`${at}: ${verb(direction)} ${named(narrow)}.`];
    return [
      ...valuesBeyond(narrow, wide).map((value) => `${at}: ${verb(direction)} ${JSON.stringify(value)}.`),
      ...tighter(narrow, wide).map((keyword) => `${at}: ${keyword} is another one.`),
      ...this.#object(pair),
      ...(before.items && after.items
        ? this.#pair({ before: before.items, after: after.items, at: `${at}[]`, direction })
        : []),
    ];
  }

  #object({ before, after, at, direction }: Pair): string[] {
    const [narrow, wide] = direction === 'sent' ? [before, after] : [after, before];
    const missing = (wide.required ?? []).filter((name) => !(narrow.required ?? []).includes(name));
    const needed = missing
      .filter((name) => direction === 'sent' || after.properties?.[name])
      .map((name) => `${at}.${name} ${direction === 'sent' ? 'is required now' : 'may be missing now'}.`);
    const properties = Object.entries(before.properties ?? {}).flatMap(([name, schema]) => {
      const same = after.properties?.[name];
      if (!same) return [`${at}.${name} is gone.`];
      return this.#pair({ before: schema, after: same, at: `${at}.${name}`, direction });
    });
    return [...needed, ...properties, ...this.#furtherNames({ before, after, at, direction })];
  }

  #furtherNames({ before, after, at, direction }: Pair): string[] {
    const [were, are] = [before.additionalProperties, after.additionalProperties];
    if (direction === 'sent' && are === false && were !== false && before.type === 'object')
      return [`${at}: further names are refused now.`];
    if (typeof were !== 'object' || typeof are !== 'object') return [];
    return this.#pair({ before: were, after: are, at: `${at}.*`, direction });
  }
}

function verb(direction: SchemaDirection): string {
  return direction === 'sent' ? 'does not take any more' : 'can now be';
}

function variants(schema: ComparedSchema, document: ComparedApi): ComparedSchema[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return variants(document.components.schemas[name] ?? {}, document);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => variants(choice, document));
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  return [schema];
}

function typeFits(narrow: ComparedSchema, wide: ComparedSchema): boolean {
  if (wide.type === undefined || narrow.type === wide.type) return true;
  return narrow.type === 'integer' && wide.type === 'number';
}

/** A schema without a list allows every value. */
function valuesBeyond(narrow: ComparedSchema, wide: ComparedSchema): unknown[] {
  const [some, allowed] = [valuesOf(narrow), valuesOf(wide)];
  if (!allowed) return [];
  if (!some) return ['any other value'];
  return some.filter((value) => !allowed.some((one) => isDeepStrictEqual(one, value)));
}

function valuesOf(schema: ComparedSchema): unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum;
}

function tighter(narrow: ComparedSchema, wide: ComparedSchema): string[] {
  const beyond = Object.entries(bounds).filter(([keyword, less]) => {
    const [has, allows] = [narrow[keyword] as number | undefined, wide[keyword] as number | undefined];
    if (allows === undefined) return false;
    return has === undefined || (less === 'larger' ? has < allows : has > allows);
  });
  const other = exact.filter(
    (keyword) => wide[keyword] !== undefined && !isDeepStrictEqual(narrow[keyword], wide[keyword]),
  );
  return [...beyond.map(([keyword]) => keyword), ...other];
}

function named(schema: ComparedSchema): string {
  const values = valuesOf(schema);
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  return schema.type === undefined ? 'any value' : String(schema.type);
}

export const acceptedPath = 'test/contract/accepted-openapi.json';

/** Empty if no document is accepted yet. */
export function brokenPromises(document: string): string[] {
  const accepted = acceptedDocument();
  if (accepted === undefined) return [];
  return breakingChanges(JSON.parse(accepted) as ComparedApi, JSON.parse(document) as ComparedApi);
}

export function acceptedDocument(): string | undefined {
  const file = join(root, acceptedPath);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
