import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { coercionsTable, itemCoercionsList, openApi } from '../../build/open-api.ts';
import { generated } from '../../build/generate.ts';
import { root } from '../../build/set-up.js';
import { deskEndpoints, DeskFrame, liveStatePath } from '../../contract/desk-api/http-api.ts';
import { IngestedRundown } from '../../contract/desk-api/ingest.ts';
import { errorTable } from '../../contract/errors.ts';
import { endpoint, put } from '../../contract/service-api/endpoint.ts';
import { endpoints } from '../../contract/service-api/endpoints.ts';

interface Leaf {
  label: string;
  leaves: Leaf[];
}
const Leaf: z.ZodType<Leaf> = z
  .object({
    label: z.string(),
    get leaves() {
      return z.array(Leaf);
    },
  })
  .meta({ id: 'Leaf' });

const example = endpoint('writeLeaf', 99, {
  ...put('/leaves/{id}'),
  summary: 'Write a leaf',
  auth: 'none',
  params: z.object({ id: z.string() }),
  body: Leaf,
  answer: z.object({ success: z.literal(true) }),
  // The last one is an error of all endpoints too.
  errors: ['body-invalid', 'body-not-json', 'origin-refused'],
  example: { body: { label: 'a', leaves: [] }, answer: { success: true } },
});

describe('the OpenAPI document', () => {
  it('tells of an endpoint all that its object says', () => {
    const { paths, components } = openApi([example], '1.2.3') as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
      components: { schemas: Record<string, unknown> };
    };
    const named = (...codes: string[]) => ({ 'Error-Name': { schema: { type: 'string', enum: codes } } });
    const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
    expect(paths['/leaves/{id}']?.put).toEqual({
      operationId: 'writeLeaf',
      summary: 'Write a leaf',
      description: 'Row 99 of the specification.',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Leaf' },
            example: { label: 'a', leaves: [] },
          },
        },
      },
      responses: {
        200: {
          description: 'Done.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { success: { type: 'boolean', const: true } },
                required: ['success'],
                additionalProperties: false,
              },
              example: { success: true },
            },
          },
        },
        400: {
          headers: named('body-invalid', 'body-not-json'),
          description: `${errorTable['body-invalid'].operator} (body-invalid) ${errorTable['body-not-json'].operator} (body-not-json)`,
          content: error,
        },
        403: {
          headers: named('origin-refused'),
          description: `${errorTable['origin-refused'].operator} (origin-refused)`,
          content: error,
        },
        500: {
          headers: named('internal'),
          description: `${errorTable.internal.operator} (internal)`,
          content: error,
        },
        503: {
          headers: named('too-many-connections'),
          description: `${errorTable['too-many-connections'].operator} (too-many-connections)`,
          content: error,
        },
      },
    });
    expect(Object.keys(components.schemas)).toEqual(['Leaf', 'Error', 'ParameterError']);
  });

  it('tells who may call, what stands in the query, and what comes as a form or as text', () => {
    const asked = endpoint(example.name, example.source, {
      ...example,
      auth: 'account',
      params: z.object({ id: z.string(), kind: z.string(), type: z.string().optional() }),
      body: z.object({ file: z.instanceof(Uint8Array).meta({ type: 'string', contentMediaType: 'image/*' }) }),
      bodyKind: 'multipart',
      answer: z.string(),
      answerKind: 'text',
      errors: ['unauthorized', 'parameter-missing'],
      errorShape: 'error_detail',
      example: { answer: 'done' },
    });
    const { paths } = openApi([asked], '1.2.3') as { paths: Record<string, Record<string, Record<string, unknown>>> };
    const { security, parameters, requestBody, responses } = paths['/leaves/{id}']?.put ?? {};
    expect([security, parameters, requestBody]).toEqual([
      [{ account: [] }],
      [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'kind', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'type', in: 'query', schema: { type: 'string' } },
      ],
      {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: { file: { type: 'string', contentMediaType: 'image/*' } },
              required: ['file'],
            },
          },
        },
      },
    ]);
    expect(responses).toMatchObject({
      200: { content: { 'text/plain': { schema: { type: 'string' }, example: 'done' } } },
      400: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ParameterError' } } } },
      401: { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } },
      429: { headers: { 'Retry-After': { schema: { type: 'integer' } } } },
    });
  });

  it.each([
    ['docs/openapi.json', endpoints.map(({ name }) => name)],
    ['docs/desk-openapi.json', [...deskEndpoints.map(({ endpoint: { name } }) => name), 'openLive']],
  ])('%s has every endpoint, and every reference in it leads somewhere', (path, names) => {
    const document = documentAt(path);
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...names].sort());
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((found) => found[1] ?? '');
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(references.filter((reference) => !known.includes(reference))).toEqual([]);
    expect(references.length).toBeGreaterThan(0);
  });

  it('of the desk describes what a rundown is as JSON, and each frame of its WebSocket, as the desk itself reads them', () => {
    const { paths, components } = documentAt('docs/desk-openapi.json');
    const ref = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
    const text = { schema: { type: 'string' } };
    expect(paths['/api/rundowns/{file}']?.put?.requestBody?.content).toEqual({
      'application/json': ref('IngestedRundown'),
      'text/csv': text,
      'text/tab-separated-values': text,
    });
    expect(paths[liveStatePath]?.get?.responses).toMatchObject({
      101: { description: 'A frame.', content: { 'application/json': ref('LiveFrame') } },
    });
    const cue = IngestedRundown.shape.groups.element.shape.cues.element.shape;
    const step = cue.steps.element.shape;
    expect(membersOf(components.schemas.IngestedRundown)).toEqual(
      [cue, step, step.targets.element.shape].map((shape) => Object.keys(shape)),
    );
    const types = (components.schemas.LiveFrame as { oneOf: { properties: { type: unknown } }[] }).oneOf;
    expect(types.map(({ properties }) => properties.type)).toEqual(
      DeskFrame.options.map(({ shape }) => ({ type: 'string', const: shape.type.value })),
    );
  });
});

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { description?: string }> };
}
interface Operation {
  operationId: string;
  parameters?: { in: string; name: string }[];
  requestBody?: { description?: string; content: unknown };
  responses: Record<string, { headers?: Record<string, unknown> }>;
}

function documentAt(path: string): Document {
  return JSON.parse(generated().get(path) ?? '') as Document;
}

/** The names of what a cue of a rundown, a step of it, and a target of that have. */
function membersOf(rundown: unknown): string[][] {
  type Shape = { properties: Record<string, Shape>; items: Shape };
  const cue = (rundown as Shape).properties.groups?.items.properties.cues?.items;
  const step = cue?.properties.steps?.items;
  const target = step?.properties.targets?.items;
  return [cue, step, target].map((shape) => Object.keys(shape?.properties ?? {}));
}

describe('the OpenAPI document of the service', () => {
  const { paths, components } = JSON.parse(generated().get('docs/openapi.json') ?? '') as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, { description?: string }> };
  };
  const update = '/apiv2/controlapps/{appToken}/control';
  const first = '/apiv1/appinstances/{app_instance_id}/control';

  /** The headers that a client may send, and the status codes below 500 with the headers of each. */
  function headersOf(path: string, method: string): { sent: string[]; answered: Record<string, string[]> } {
    const { parameters = [], responses } = paths[path]![method]!;
    const sent = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
    const answers = Object.entries(responses).filter(([status]) => Number(status) < 500);
    return {
      sent,
      answered: Object.fromEntries(answers.map(([code, { headers = {} }]) => [code, Object.keys(headers)])),
    };
  }

  it.each([
    [
      'an update of the second generation',
      update,
      'patch',
      ['Prefer', 'If-Match', 'Not-After'],

      ['ETag', 'Preference-Applied'],
      ['400', '403', '404', '412', '413', '415', '429'],
    ],
    [
      'an update of the first generation',
      first,
      'put',
      ['Prefer', 'If-Match', 'Not-After'],

      ['ETag', 'Preference-Applied', 'Warning-Details'],
      ['400', '401', '403', '404', '412', '413', '415', '429'],
    ],
    ['a reading', update, 'get', ['If-None-Match'], ['ETag'], ['304', '403', '404']],
    [
      'a writing of content',
      '/apiv1/compositions/{composition_id}/content',
      'put',
      ['If-Match', 'Not-After'],
      ['ETag'],
      ['400', '401', '403', '404', '412', '413', '415', '429'],
    ],
    [
      'the deletion of a folder',
      '/apiv1/dashboard/folder/{folder_id}',
      'delete',
      [],
      [],
      ['401', '403', '404', '409', '429'],
    ],
  ] as [string, string, string, string[], string[], string[]][])(
    'tells the headers and the answers of %s',
    (_, path, method, sent, answered, others) => {
      const told = headersOf(path, method);
      const { 200: good, ...rest } = told.answered;
      expect([told.sent, good, Object.keys(rest)]).toEqual([sent, answered, others]);
    },
  );

  it('has the table of coercions where a payload is written, and what is taken of an item at each update', () => {
    expect(components.schemas.WrittenPayload?.description).toContain(coercionsTable());
    expect(paths[update]!.patch!.requestBody?.description).toBe(itemCoercionsList('second'));
    expect(paths[first]!.put!.requestBody?.description).toBe(itemCoercionsList('first'));
  });
});

it('docs/service.md has the table of coercions and what is taken of an item', () => {
  const written = readFileSync(join(root, 'docs/service.md'), 'utf8');
  expect(written).toContain(`${coercionsTable()}\n\n${itemCoercionsList('first')}\n`);
  expect(generated().get('docs/service.md')).toBe(written);
});

describe('the page of errors', () => {
  it('has one row for each', () => {
    const rows = (generated().get('docs/errors.md') ?? '').split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toHaveLength(Object.keys(errorTable).length);
    expect(rows.filter((row) => row.split('|')[3]?.trim() === '')).toEqual([]);
    expect(rows[0]).toBe('| `body-not-json` | 400 | refused | The request was not JSON, so nothing was changed. |');
  });
});
