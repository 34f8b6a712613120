import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { type ErrorCode, errorTable } from '../contract/errors.ts';
import { Details } from '../contract/service-api/common.ts';
import { type Endpoint, pathParams } from '../contract/service-api/endpoint.ts';
import { liveStatePath } from '../contract/desk-api/http-api.ts';
import { liveChannelPath } from '../contract/service-api/live-channel.ts';

type Json = Record<string, unknown>;

/** The shape of every error body. Source: decisions.md "Shapes". */
const ErrorBody = z
  .object({
    error: z.object({
      message: z.string(),
      code: z.int(),
      details: Details.optional(),
    }),
  })
  .meta({ id: 'Error' });

/** The shape of row 27's own 400. */
const ParameterErrorBody = z
  .object({
    code: z.int(),
    error_detail: z.array(z.object({ param: z.string(), message: z.string() })),
    message: z.string(),
  })
  .meta({ id: 'ParameterError' });

/** Errors that any endpoint can answer besides its own. */
const common: readonly ErrorCode[] = ['origin-refused', 'internal', 'too-many-connections'];

const mediaTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  text: 'text/plain',
  html: 'text/html',
} as const;

/** How callers say who they are. */
const schemes = {
  account: { type: 'http', scheme: 'basic', description: 'The e-mail address and the password of a user.' },
  client: { type: 'http', scheme: 'bearer', description: 'The token of a client of the desk.' },
} as const;

/** What an API is, for people. */
interface AboutApi {
  title: string;
  description: string;
}

const ofService: AboutApi = {
  title: 'Overlay Desk service',
  description:
    'Control of live broadcast graphics. ' +
    `What is true now arrives by itself over the live channel, a WebSocket at ${liveChannelPath}. ` +
    'A client that opens it with desk=NAME is a desk: it says which sub-compositions it edits, and is told what the ' +
    'other desks do.',
};

/** The desk's own API, for panels and scripts. */
export const ofDesk: AboutApi = {
  title: 'Overlay Desk',
  description:
    'Remote control of a desk, for panels and scripts: what operators press, and what they see. ' +
    `What changes is told at ${liveStatePath}, a WebSocket: first the whole state, then what changes.`,
};

/** The OpenAPI 3.1 document of endpoints. */
export function openApi(endpoints: readonly Endpoint[], version: string, about: AboutApi = ofService): Json {
  const used = new Set<string>(endpoints.map(({ auth }) => auth));
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  const document: object = createDocument({
    openapi: '3.1.0',
    info: { ...about, version },
    paths,
    components: {
      schemas: { Error: ErrorBody, ParameterError: ParameterErrorBody },
      securitySchemes: Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name))),
    },
  });
  return document as Json;
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { name, source, summary, auth, body, bodyKind, answer, answerKind, example } = endpoint;
  const row =
    source === 'extension' ? 'An extension of the specification.' : `Row ${String(source)} of the specification.`;
  const caller = {
    account: ' By a user.',
    token: ' By whoever holds the token in the path.',
    client: ' By a client of the desk, with its token.',
    none: '',
  }[auth];
  return {
    operationId: name,
    summary,
    description: row + caller,
    ...((auth === 'account' || auth === 'client') && { security: [{ [auth]: [] }] }),
    requestParams: parameters(endpoint),
    ...(body && { requestBody: { required: true, content: content(bodyKind, body, example.body) } }),
    responses: {
      200: { description: 'Done.', content: content(answerKind, answer, example.answer) },
      ...errorResponses(endpoint),
    },
  };
}

function content(kind: keyof typeof mediaTypes = 'json', schema: z.ZodType, example?: unknown) {
  return { [mediaTypes[kind]]: { schema, ...(example !== undefined && { example }) } };
}

/** The parameters of an endpoint, split into path and query. */
function parameters(endpoint: Endpoint): { path: z.ZodObject; query: z.ZodObject } {
  const inPath = pathParams(endpoint);
  const shape = Object.entries(endpoint.params.shape);
  const part = (isInPath: boolean) => Object.fromEntries(shape.filter(([name]) => inPath.includes(name) === isInPath));
  return { path: z.object(part(true)), query: z.object(part(false)) };
}

/** One response for each status, which lists all the errors with that status. */
function errorResponses({ errors, auth, metered, errorShape }: Endpoint): ZodOpenApiOperationObject['responses'] {
  const tooMany: ErrorCode[] = metered || auth === 'account' ? ['too-many'] : [];
  const byStatus = Map.groupBy([...errors, ...tooMany, ...common], (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => {
      const own = errorShape === 'error_detail' && these.includes('parameter-missing');
      const description = these.map((code) => `${errorTable[code].operator} (${code})`).join(' ');
      const body = content('json', own ? ParameterErrorBody : ErrorBody);
      return [String(status), { description, ...headersOf(these), content: body }];
    }),
  );
}

/** The headers of an error answer. */
function headersOf(codes: readonly ErrorCode[]) {
  const text = { schema: { type: 'string' } } as const;
  if (codes.includes('unauthorized')) return { headers: { 'WWW-Authenticate': text } };
  if (codes.includes('too-many')) return { headers: { 'Retry-After': { schema: { type: 'integer' } } } } as const;
  return {};
}
