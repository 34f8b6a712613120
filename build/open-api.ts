import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { type ErrorCode, errorTable } from '../contract/errors.ts';
import { NamedErrorBody, ErrorBody, Ok, ParameterErrorBody } from '../contract/service-api/common.ts';
import { type Endpoint, pathParams } from '../contract/service-api/endpoint.ts';
import { DeskFrame, liveStateErrors, liveStatePath } from '../contract/desk-api/http-api.ts';
import { liveChannelPath } from '../contract/service-api/live-timing.ts';
import { type CoercionExample, coercions } from '../contract/model/coercions.ts';
import { firstItemCoercions, itemCoercions } from '../contract/service-api/item-coercions.ts';

type SchemaObject = Record<string, unknown>;

const common: readonly ErrorCode[] = ['origin-refused', 'internal', 'too-many-connections'];

const mediaTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  text: 'text/plain',
  html: 'text/html',
} as const;

const schemes = {
  account: { type: 'http', scheme: 'basic', description: 'The e-mail address and the password of a user.' },
  client: { type: 'http', scheme: 'bearer', description: 'The token of a client of the desk.' },
} as const;

interface AboutApi {
  errors: Readonly<Record<string, z.ZodType>>;
  title: string;
  description: string;
  frames?: { path: string; frame: z.ZodType; errors: readonly ErrorCode[] };
}

const ofService: AboutApi = {
  errors: { Error: ErrorBody, ParameterError: ParameterErrorBody },
  title: 'Overlay Desk service',
  description:
    'Control of live broadcast graphics. ' +
    'The header Error-Name of an error says for programs which error it is, as the sentence does for people. ' +
    `What is true now arrives by itself over the live channel, a WebSocket at ${liveChannelPath}. ` +
    'A client that opens it with desk=NAME is a desk: it says which sub-compositions it edits, and is told what the ' +
    'other desks do.',
};

export const ofDesk: AboutApi = {
  errors: { DeskError: NamedErrorBody },
  frames: { path: liveStatePath, frame: DeskFrame, errors: liveStateErrors },
  title: 'Overlay Desk',
  description:
    'Remote control of a desk, for panels and scripts: what operators press, and what they see. ' +
    `What changes is told at ${liveStatePath}, a WebSocket: first the whole state, then what changes.`,
};

export function openApi(
  endpoints: readonly Endpoint[],
  version: string,
  { frames, errors, ...about } = ofService,
): SchemaObject {
  const used = new Set<string>(endpoints.map(({ auth }) => auth));
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  if (frames) paths[frames.path] = { get: webSocket(frames) };
  const document = createDocument({
    openapi: '3.1.0',
    info: { ...about, version },
    paths,
    components: {
      schemas: errors,
      securitySchemes: Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name))),
    },
  });
  const written = document.components?.schemas?.WrittenPayload;
  if (written) Object.assign(written, { description: writtenWords() });
  return document as object as SchemaObject;
}

function writtenWords(): string {
  return [
    'Field id to value. Besides the form that answers show, these are taken without a warning:',
    coercionsTable(),
    'What does not fit is left out, and the answer warns of it.',
  ].join('\n\n');
}

/** OpenAPI cannot describe a WebSocket, so its frames replace the answer to its opening. */
function webSocket({ frame, errors }: NonNullable<AboutApi['frames']>): ZodOpenApiOperationObject {
  return {
    operationId: 'openLive',
    summary: 'Open the WebSocket of what changes',
    description: 'Each frame is a text of JSON with this schema. By a client of the desk, with its token.',
    security: [{ client: [] }],
    responses: {
      101: { description: 'A frame.', content: content('json', frame) },
      ...errorResponses({ errors, auth: 'client', errorShape: 'named', answer: frame }),
    },
  };
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { name, source, summary, auth, answer, answerKind, example } = endpoint;
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
    ...requestBody(endpoint),
    responses: {
      200: { description: 'Done.', ...answerHeaders(endpoint), content: content(answerKind, answer, example.answer) },
      ...(isConditional(endpoint) && { 304: { description: 'Nothing changed.', ...answerHeaders(endpoint) } }),
      ...outcomeResponses(endpoint),
      ...errorResponses(endpoint),
    },
  };
}

function requestBody({ source, body, bodyKind, lenient, textBodies = [], example }: Endpoint) {
  const texts = Object.fromEntries(textBodies.map((type) => [type, { schema: { type: 'string' } } as const]));
  const all = { ...(body && content(bodyKind, body, example.body)), ...texts };
  if (Object.keys(all).length === 0) return {};
  const taken = lenient && { description: itemCoercionsList(source === 31 ? 'second' : 'first') };
  return { requestBody: { required: true, ...taken, content: all } };
}

function content(kind: keyof typeof mediaTypes = 'json', schema: z.ZodType, example?: unknown) {
  return { [mediaTypes[kind]]: { schema, ...(example !== undefined && { example }) } };
}

function parameters(endpoint: Endpoint): { path: z.ZodObject; query: z.ZodObject; header: z.ZodObject } {
  const inPath = pathParams(endpoint);
  const shape = Object.entries(endpoint.params.shape);
  const part = (isInPath: boolean) => Object.fromEntries(shape.filter(([name]) => inPath.includes(name) === isInPath));
  return { path: z.object(part(true)), query: z.object(part(false)), header: z.object(conditions(endpoint)) };
}

function isConditional({ method, tagged }: Endpoint): boolean {
  return method === 'GET' && tagged === true;
}

function conditions(endpoint: Endpoint): Record<string, z.ZodType> {
  const { lenient, errors } = endpoint;
  const header = (description: string, schema: z.ZodType = z.string()) => schema.optional().meta({ description });
  return {
    ...(lenient && {
      Prefer: header('`handling=strict`: whatever would be a warning is a 400, and nothing is changed.'),
    }),
    ...(errors.includes('changed-meanwhile') && {
      'If-Match': header('The `ETag` that the present state must have, else nothing is changed and the answer is 412.'),
    }),
    ...(errors.includes('too-late') && {
      'Not-After': header(
        'Extension: the time, in milliseconds since the epoch by the clock of the service, after which nothing is changed and the answer is 412. The live channel tells that clock.',
        z.number(),
      ),
    }),
    ...(isConditional(endpoint) && {
      'If-None-Match': header('The `ETag` that the client has. If nothing changed, the answer is 304 without a body.'),
    }),
  };
}

function answerHeaders({ tagged, lenient, answer }: Endpoint) {
  const header = (description: string) => ({ description, schema: { type: 'string' } }) as const;
  const headers = {
    ...(tagged && { ETag: header('The revision that the answer shows or made, in quotes.') }),
    ...(lenient && { 'Preference-Applied': header('`handling=strict`, if the client preferred that.') }),
    ...(lenient &&
      answer === Ok && { 'Warning-Details': header('What was left out: JSON as `details` of an error, 20 at most.') }),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

function outcomeResponses({ outcomes = {}, answer }: Endpoint): ZodOpenApiOperationObject['responses'] {
  return Object.fromEntries(
    Object.entries(outcomes).map(([status, description]) => [
      status,
      { description, content: content('json', answer) },
    ]),
  );
}

function errorResponses({
  errors,
  auth,
  metered,
  errorShape,
  outcomes = {},
  answer,
}: Pick<
  Endpoint,
  'errors' | 'auth' | 'metered' | 'errorShape' | 'outcomes' | 'answer'
>): ZodOpenApiOperationObject['responses'] {
  const tooMany: ErrorCode[] = metered || auth === 'account' ? ['too-many'] : [];
  const byStatus = Map.groupBy(new Set([...errors, ...tooMany, ...common]), (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => {
      const outcome = outcomes[Number(status)];
      const sentences = these.map((code) => `${errorTable[code].operator} (${code})`);
      const error = errorBody(errorShape, these);
      const body = content('json', outcome === undefined ? error : z.union([answer, error]));
      const description = [...(outcome === undefined ? [] : [outcome]), ...sentences].join(' ');
      return [String(status), { description, headers: headersOf(these), content: body }];
    }),
  );
}

function errorBody(shape: Endpoint['errorShape'], codes: readonly ErrorCode[]): z.ZodType {
  if (shape === 'named') return NamedErrorBody;
  return shape === 'error_detail' && codes.includes('parameter-missing') ? ParameterErrorBody : ErrorBody;
}

function headersOf(
  codes: readonly ErrorCode[],
): Record<string, { schema: { type: 'string' | 'integer'; enum?: string[] } }> {
  return {
    'Error-Name': { schema: { type: 'string', enum: [...codes] } },
    ...(codes.includes('unauthorized') && { 'WWW-Authenticate': { schema: { type: 'string' } } }),
    ...(codes.includes('too-many') && { 'Retry-After': { schema: { type: 'integer' } } }),
  };
}

export function coercionsTable(): string {
  const head = ['field', 'is also taken', 'is stored as', 'such as'];
  const rows = coercions.map(({ types, taken, stored, examples }) => [
    types.join(', '),
    taken,
    stored,
    examples.slice(0, 1).map(exampleWords).join(''),
  ]);
  const widths = head.map((title, at) => Math.max(...[head, ...rows].map((cells) => (cells[at] ?? title).length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Lists the coercions of row 31; with `first`, also those of rows 9 and 10. */
export function itemCoercionsList(generation: 'first' | 'second'): string {
  const rows = generation === 'first' ? [...itemCoercions, ...firstItemCoercions] : itemCoercions;
  return rows.map(({ taken }) => `- ${taken}`).join('\n');
}

function exampleWords({ input, stored }: CoercionExample): string {
  return `\`${JSON.stringify(input)}\` → \`${JSON.stringify(stored)}\``;
}
