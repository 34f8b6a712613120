import { describe, expect, it } from 'vitest';
import { openApiPage } from '../../build/open-api-page.ts';
import { schemaNotation } from '../../build/schema-notation.ts';

it('the page of the API shows what it describes as text, whatever stands in it', () => {
  const info = { title: '<b>T</b>', version: '1', description: '"&"' };
  const text = openApiPage({ info, paths: {}, components: { schemas: {} } });
  expect(text).toContain('<h1>&#60;b&#62;T&#60;/b&#62;</h1>\n<p>Version 1. &#34;&#38;&#34; ');
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
