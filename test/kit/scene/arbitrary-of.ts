import fc from 'fast-check';
import { z } from 'zod';
import { oddNames } from './odd-names.ts';

type Json = Record<string, unknown>;

/** Readers of JSON refuse the key `__proto__`, wherever it stands. */
const keys = fc
  .oneof(fc.string({ maxLength: 12 }), fc.constantFrom(...oddNames))
  .filter((name) => name !== '__proto__');

/** Values of properties by their names, wherever they stand. */
type Known = Record<string, fc.Arbitrary<unknown>>;

/** What a schema asks in code and random texts hardly ever are. */
const inCode: Known = {
  expression: fc.constantFrom("'text'", '1 + 1', "upper('a') & 2", '2 > 1', "json('[1]')[0]", 'null'),
};

/**
 * Values that a schema takes, made from the schema itself, so that tests ask for all that an endpoint says it takes.
 * `known` are better values for some properties; `depth` is how many levels may stand in each other.
 */
export function arbitraryOf(schema: z.ZodType, { known = {}, depth = 4 }: { known?: Known; depth?: number } = {}) {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  const reader = new SchemaReader((json.$defs ?? {}) as Record<string, Json>, { ...inCode, ...known });
  const made = reader.read(json, depth);
  // What a schema asks in code (`refine`) is not in its JSON Schema.
  return made.filter((value) => schema.safeParse(value).success);
}

/** Reads JSON Schema as zod writes it. A keyword that is not known here fails the test that meets it. */
class SchemaReader {
  readonly #shared: Record<string, Json>;
  readonly #known: Known;

  constructor(shared: Record<string, Json>, known: Known) {
    this.#shared = shared;
    this.#known = known;
  }

  /** `depth`: how many more levels of nesting may come; at the end optional and repeated parts are left out. */
  read(schema: Json, depth: number): fc.Arbitrary<unknown> {
    if (typeof schema.$ref === 'string') return this.#referred(schema.$ref, depth);
    if ('const' in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
    const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
    if (choices) return fc.oneof(...choices.map((one) => this.read(one, depth)));
    if (Array.isArray(schema.allOf)) return this.read(Object.assign({}, ...(schema.allOf as Json[])) as Json, depth);
    switch (schema.type) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return this.#array(schema, depth);
      case 'string':
        return text(schema);
      case 'integer':
        return fc.integer({ min: least(schema, -1_000), max: bound(schema, 'maximum', 1_000) });
      case 'number':
        return fc.double({
          min: bound(schema, 'exclusiveMinimum', bound(schema, 'minimum', -1e6)),
          minExcluded: 'exclusiveMinimum' in schema,
          max: bound(schema, 'exclusiveMaximum', bound(schema, 'maximum', 1e6)),
          maxExcluded: 'exclusiveMaximum' in schema,
          noNaN: true,
        });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case undefined:
        return fc.jsonValue({ maxDepth: 2 });
      default:
        throw new Error(`This reader knows no schema of type ${JSON.stringify(schema.type)}.`);
    }
  }

  #referred(reference: string, depth: number): fc.Arbitrary<unknown> {
    const shared = this.#shared[reference.replace('#/$defs/', '')];
    if (!shared) throw new Error(`The schema refers to ${reference}, which is not there.`);
    return this.read(shared, depth - 1);
  }

  #object(schema: Json, depth: number): fc.Arbitrary<unknown> {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    const required = (schema.required ?? []) as string[];
    const kept = properties.filter(([name]) => depth > 0 || required.includes(name));
    const each = kept.map(([name, one]) => {
      const known = Object.hasOwn(this.#known, name) && one.type === 'string' ? this.#known[name] : undefined;
      return [name, known ?? this.read(one, depth - 1)] as const;
    });
    const record = fc.record(Object.fromEntries(each), { requiredKeys: required });
    const others = schema.additionalProperties;
    if (typeof others !== 'object' || depth <= 0) return record;
    const keyed = fc.dictionary(keys, this.read(others as Json, depth - 1), { maxKeys: 3 });
    return fc.tuple(keyed, record).map(([free, named]) => ({ ...free, ...named }));
  }

  #array(schema: Json, depth: number): fc.Arbitrary<unknown> {
    if (Array.isArray(schema.prefixItems)) {
      return fc.tuple(...(schema.prefixItems as Json[]).map((item) => this.read(item, depth - 1)));
    }
    const minLength = bound(schema, 'minItems', 0);
    if (depth <= 0 && minLength === 0) return fc.constant([]);
    const item = this.read((schema.items ?? {}) as Json, depth - 1);
    return fc.array(item, { minLength, maxLength: Math.max(minLength, 3) });
  }
}

function least(schema: Json, otherwise: number): number {
  return 'exclusiveMinimum' in schema ? bound(schema, 'exclusiveMinimum', 0) + 1 : bound(schema, 'minimum', otherwise);
}

function bound(schema: Json, keyword: string, otherwise: number): number {
  const value = schema[keyword];
  return typeof value === 'number' && Math.abs(value) < 1e9 ? value : otherwise;
}

function text(schema: Json): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid();
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern));
  const least = bound(schema, 'minLength', 0);
  const usual = fc.string({ minLength: least, maxLength: 40, unit: 'grapheme' });
  const odd = oddNames.filter((name) => name.length >= least);
  return fc.oneof({ weight: 4, arbitrary: usual }, fc.constantFrom(...odd));
}
