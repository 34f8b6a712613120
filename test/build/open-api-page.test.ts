import { describe, expect, it } from 'vitest';
import { openApiPage, schemaNotation } from '../../build/open-api-page.ts';

it('the page of the API shows what it describes as text, whatever stands in it', () => {
  const info = { title: '<b>T</b>', version: '1', description: '"&"' };
  const text = openApiPage({ info, paths: {}, components: { schemas: {} } });
  expect(text).toContain('<h1>&#60;b&#62;T&#60;/b&#62;</h1>\n<p>Version 1. &#34;&#38;&#34; ');
});

it('the page of the API shows the table in the description of a shape, and what looks like HTML there as text', () => {
  const schema = { type: 'object', description: '| a |\n|---|\n| `b` <i>c</i> |' };
  const text = openApiPage({
    info: { title: 'T', version: '1', description: '' },
    paths: {},
    components: { schemas: { S: schema } },
  });
  expect(text).toContain('<td><code>b</code> &#60;i&#62;c&#60;/i&#62;</td>');
});

it('the page of the API shows the headers of a request and of its answer, and that nothing changed', () => {
  const operation = {
    operationId: 'read',
    summary: 'Read',
    description: '',
    parameters: [{ name: 'If-None-Match', in: 'header', description: 'The `ETag`.', schema: { type: 'string' } }],
    responses: {
      200: { description: 'Done.', headers: { ETag: { description: 'The revision.', schema: { type: 'string' } } } },
      304: { description: 'Nothing changed.' },
      404: { description: 'There is none.' },
    },
  };
  const text = openApiPage({
    info: { title: 'T', version: '1', description: '' },
    paths: { '/a': { get: operation } },
    components: { schemas: {} },
  }).replaceAll(/\n/g, '');
  expect(text).toContain('<td><code>If-None-Match</code></td><td>header</td>');
  expect(text).toContain('<p>The <code>ETag</code>.</p>');
  expect(text).toContain('<h3>Headers of the answer</h3><table><tr><td><code>ETag</code></td>');
  expect(text).toContain(
    '<p><code>304</code> Nothing changed.</p><h3>Errors</h3><p><code>404</code> There is none.</p>',
  );
});

describe('a shape is written', () => {
  it.each([
    ['text', { type: 'string' }, 'string'],
    ['text of a form', { type: 'string', format: 'uuid' }, 'string (uuid)'],
    ['a choice', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer | null'],
    ['values', { enum: ['In', 'Out'] }, '&#34;In&#34; | &#34;Out&#34;'],
    ['one value', { const: true }, 'true'],
    ['anything', {}, 'any value'],
    ['a list', { type: 'array', items: { type: 'number' } }, '[number, …]'],
    ['nothing', { type: 'object', properties: {} }, '{}'],
    ['a reference', { $ref: '#/components/schemas/Field' }, '<a href="#schema-Field">Field</a>'],
    [
      'an object',
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'object', properties: { c: { type: 'boolean' } } } },
        required: ['a'],
        additionalProperties: { type: 'number' },
      },
      '{\n  a: string,\n  b?: {\n    c?: boolean\n  },\n  <i>any name</i>: number\n}',
    ],
  ])('%s', (_, schema, written) => {
    expect(schemaNotation(schema)).toBe(written);
  });
});
