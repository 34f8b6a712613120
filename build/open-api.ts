import { z } from 'zod';
import { type ErrorCode, errorTable } from '../contract/errors.ts';
import type { Endpoint } from '../contract/service-api/endpoint.ts';

type Json = Record<string, unknown>;

/** The shape of every error body. Source: decisions.md "Shapes". */
const ErrorBody = z.object({
  error: z.object({
    message: z.string(),
    code: z.int(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});

/** What any endpoint can answer further to its own errors. */
const common: readonly ErrorCode[] = ['origin-refused', 'internal'];

/** The OpenAPI 3.1 document of endpoints. */
export function openApi(endpoints: readonly Endpoint[], version: string): Json {
  const schemas = new SharedSchemas();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const methods = (paths[endpoint.path] ??= {});
    methods[endpoint.method.toLowerCase()] = operation(endpoint, schemas);
  }
  schemas.add('Error', ErrorBody);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Overlay Desk service',
      version,
      description: 'Control of live broadcast graphics. Generated from `contract/service-api` by `npm run generate`.',
    },
    paths,
    components: { schemas: schemas.all },
  };
}

function operation(endpoint: Endpoint, schemas: SharedSchemas): Json {
  const { name, source, summary, params, body, answer, example } = endpoint;
  const row =
    source === 'extension' ? 'An extension of the specification.' : `Row ${String(source)} of the specification.`;
  return {
    operationId: name,
    summary,
    description: row,
    parameters: parameters(schemas.of(params, 'input')),
    ...(body && {
      requestBody: { required: true, content: json(schemas.of(body, 'input'), example.body) },
    }),
    responses: {
      200: { description: 'Done.', content: json(schemas.of(answer, 'output'), example.answer) },
      ...errorResponses([...endpoint.errors, ...common]),
    },
  };
}

function json(schema: Json, example: unknown): Json {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

function parameters(schema: Json): Json[] {
  return Object.entries((schema.properties ?? {}) as Json).map(([name, each]) => ({
    name,
    in: 'path',
    required: true,
    schema: each,
  }));
}

/** One response for each status, which tells all the errors that answer with it. */
function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => [
      String(status),
      {
        description: these.map((code) => `${errorTable[code].operator} (${code})`).join(' '),
        content: json({ $ref: '#/components/schemas/Error' }, undefined),
      },
    ]),
  );
}

/** Schemas as JSON Schema, those with an id under it in one place that all others refer to. */
class SharedSchemas {
  readonly all: Json = {};

  add(name: string, schema: z.ZodType): void {
    this.all[name] = this.of(schema, 'output');
  }

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema, $defs, ...own } = z.toJSONSchema(schema, { io }) as Json;
    void $schema;
    for (const [name, shared] of Object.entries(($defs ?? {}) as Json)) this.all[name] = moved(shared);
    return moved(own) as Json;
  }
}

/** With every reference to where OpenAPI keeps its schemas. */
function moved(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as unknown;
}
