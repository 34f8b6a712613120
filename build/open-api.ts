import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type ErrorCode, errorTable } from '../contract/errors.ts';
import { type Endpoint, pathParams } from '../contract/service-api/endpoint.ts';
import { liveChannelPath } from '../contract/service-api/live-channel.ts';

type Json = Record<string, unknown>;

/** The shape of every error body. Source: decisions.md "Shapes". */
const ErrorBody = z.object({
  error: z.object({
    message: z.string(),
    code: z.int(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});

/** The shape of row 27's own 400. */
const ParameterErrorBody = z.object({
  code: z.int(),
  error_detail: z.array(z.object({ param: z.string(), message: z.string() })),
  message: z.string(),
});

/** What any endpoint can answer further to its own errors. */
const common: readonly ErrorCode[] = ['origin-refused', 'internal', 'too-many-connections'];

const mediaTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  text: 'text/plain',
  html: 'text/html',
} as const;

/** The OpenAPI 3.1 document of endpoints. */
export function openApi(endpoints: readonly Endpoint[], version: string): Json {
  const schemas = new SharedSchemas(endpoints.map(({ answer }) => answer));
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const methods = (paths[endpoint.path] ??= {});
    methods[endpoint.method.toLowerCase()] = operation(endpoint, schemas);
  }
  schemas.add('Error', ErrorBody);
  schemas.add('ParameterError', ParameterErrorBody);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Overlay Desk service',
      version,
      description:
        'Control of live broadcast graphics. ' +
        `What is true now arrives by itself over the live channel, a WebSocket at ${liveChannelPath}. ` +
        'A client that opens it with desk=NAME is a desk: it says which sub-compositions it edits, and is told what the ' +
        'other desks do.',
    },
    paths,
    components: {
      schemas: schemas.all,
      securitySchemes: {
        account: { type: 'http', scheme: 'basic', description: 'The e-mail address and the password of a user.' },
      },
    },
  };
}

function operation(endpoint: Endpoint, schemas: SharedSchemas): Json {
  const { name, source, summary, auth, body, bodyKind, answer, answerKind, example } = endpoint;
  const row =
    source === 'extension' ? 'An extension of the specification.' : `Row ${String(source)} of the specification.`;
  const caller = { account: ' By a user.', token: ' By whoever holds the token in the path.', none: '' }[auth];
  return {
    operationId: name,
    summary,
    description: row + caller,
    ...(auth === 'account' && { security: [{ account: [] }] }),
    parameters: parameters(endpoint, schemas),
    ...(body && {
      requestBody: { required: true, content: content(bodyKind, schemas.of(body, 'input'), example.body) },
    }),
    responses: {
      200: { description: 'Done.', content: content(answerKind, schemas.of(answer, 'output'), example.answer) },
      ...errorResponses(endpoint),
    },
  };
}

function content(kind: keyof typeof mediaTypes = 'json', schema: Json, example?: unknown): Json {
  return { [mediaTypes[kind]]: { schema, ...(example === undefined ? {} : { example }) } };
}

function parameters(endpoint: Endpoint, schemas: SharedSchemas): Json[] {
  const { properties = {}, required = [] } = schemas.of(endpoint.params, 'input') as {
    properties?: Json;
    required?: string[];
  };
  const inPath = pathParams(endpoint);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name) || required.includes(name),
    schema,
  }));
}

/** One response for each status, which tells all the errors that answer with it. */
function errorResponses({ errors, auth, metered, errorShape }: Endpoint): Json {
  const tooMany: ErrorCode[] = metered || auth === 'account' ? ['too-many'] : [];
  const byStatus = Map.groupBy([...errors, ...tooMany, ...common], (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => {
      const own = errorShape === 'error_detail' && these.includes('parameter-missing');
      const schema = { $ref: `#/components/schemas/${own ? 'ParameterError' : 'Error'}` };
      const description = these.map((code) => `${errorTable[code].operator} (${code})`).join(' ');
      return [String(status), { description, ...headersOf(these), content: content('json', schema) }];
    }),
  );
}

/** The headers that errors carry beside their body. */
function headersOf(codes: readonly ErrorCode[]): Json {
  const text = { schema: { type: 'string' } };
  if (codes.includes('unauthorized')) return { headers: { 'WWW-Authenticate': text } };
  if (codes.includes('too-many')) return { headers: { 'Retry-After': { schema: { type: 'integer' } } } };
  return {};
}

/**
 * Schemas as JSON Schema, those with an id under it in one place that all others refer to. A shape that is sent allows what
 * one that is answered does not (further names), and then has a name of its own.
 */
class SharedSchemas {
  readonly all: Json = {};

  /** `answered`: all schemas of answers, whose shapes have the plain names. */
  constructor(answered: readonly z.ZodType[]) {
    for (const schema of answered) Object.assign(this.all, converted(schema, 'output').shared);
  }

  add(name: string, schema: z.ZodType): void {
    this.all[name] = this.of(schema, 'output');
  }

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { shared, own } = converted(schema, io);
    const clashes = Object.entries(shared).some(([name, one]) => !isDeepStrictEqual(this.all[name] ?? one, one));
    if (!clashes) {
      Object.assign(this.all, shared);
      return own;
    }
    const names = Object.keys(shared);
    for (const [name, one] of Object.entries(shared)) this.all[`${name}Sent`] = asSent(one, names);
    return asSent(own, names) as Json;
  }
}

function converted(schema: z.ZodType, io: 'input' | 'output'): { shared: Json; own: Json } {
  const { $schema, $defs = {}, ...own } = moved(z.toJSONSchema(schema, { io, unrepresentable: 'any' })) as Json;
  void $schema;
  return { shared: $defs as Json, own };
}

/** With references to those names made references to the shapes as they are sent. */
function asSent(schema: unknown, names: readonly string[]): unknown {
  const renamed = (text: string, name: string): string => text.replaceAll(`/schemas/${name}"`, `/schemas/${name}Sent"`);
  return JSON.parse(names.reduce(renamed, JSON.stringify(schema))) as unknown;
}

/** With every reference to where OpenAPI keeps its schemas. */
function moved(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as unknown;
}
