import { Marked } from 'marked';

type ShownContents = Record<string, { schema: Schema; example?: unknown }>;
interface ShownOperation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { description?: string; content: ShownContents };
  responses: Record<string, { description: string; headers?: ShownHeaders; content?: ShownContents }>;
}
type ShownHeaders = Record<string, { description?: string; schema: Schema }>;

export interface ShownApi {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, ShownOperation>>;
  components: { schemas: Record<string, Schema> };
}

const style = `
:root { color-scheme: dark; --line: #2c333d; --dim: #9aa7b6; --accent: #7fb4ff; }
body { margin: 0 auto; padding: 32px 24px 96px; max-width: 960px; background: #14181d; color: #e4e9ef;
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 40px 0 8px; }
h3 { font-size: 13px; margin: 16px 0 4px; color: var(--dim); font-weight: 600; }
p { margin: 4px 0; color: var(--dim); }
a { color: var(--accent); }
details { border: 1px solid var(--line); border-radius: 6px; margin: 6px 0; padding: 0 14px; background: #1a1f26; }
details[open] { padding-bottom: 14px; }
details:target { border-color: var(--accent); }
summary { cursor: pointer; padding: 9px 0; display: grid; grid-template-columns: 72px 1fr; gap: 2px 12px; }
summary span { grid-column: 2; color: var(--dim); }
b { font: 600 12px/1.7 ui-monospace, monospace; text-align: center; border-radius: 4px; align-self: center;
  background: #2c333d; }
.get { background: #173f2c; color: #8fe3b4; }
.put, .patch { background: #443512; color: #f2cf7c; }
.post { background: #15365e; color: #9ccaff; }
.delete { background: #4d1d22; color: #ffa8ad; }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0; padding: 10px 12px; white-space: pre-wrap; background: #0e1115; border-radius: 4px; }
table { border-collapse: collapse; width: 100%; }
td, th { padding: 4px 12px 4px 0; vertical-align: top; text-align: left; border-top: 1px solid var(--line); }
h3 + table td:nth-child(-n + 2) { width: 1%; white-space: nowrap; }
ul { margin: 4px 0; padding-left: 20px; color: var(--dim); }
`;

/** Renders the API on one page without scripts or requests, with one inline style. */
export function openApiPage({ info, paths, components }: ShownApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationPart({ path, method, operation })),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaPart(name, schema));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(info.title)}</title>
<style>${style}</style>
<h1>${escaped(info.title)}</h1>
<p>Version ${escaped(info.version)}. ${escaped(info.description)} <a href="openapi.json">openapi.json</a></p>
<h2>Endpoints</h2>
${operations.join('\n')}
<h2>Shapes</h2>
${schemas.join('\n')}
</html>
`;
}

function operationPart({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: ShownOperation;
}): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map((one) => row({ ...one, where: `${one.in}${one.required ? ', required' : ''}` }));
  const answers = Object.entries(responses);
  const headers = Object.entries(responses['200']?.headers ?? {}).map(([name, one]) =>
    row({ ...one, name, where: '' }),
  );
  const unchanged = answers.filter(([status]) => Number(status) > 200 && Number(status) < 400).map(statusPart);
  const errors = answers.filter(([status]) => Number(status) >= 400).map(statusPart);
  return `<details id="${escaped(operationId)}">
<summary><b class="${method}">${method.toUpperCase()}</b><code>${escaped(path)}</code><span>${escaped(summary)}</span></summary>
<p>${escaped(description)}</p>
${rows.length === 0 ? '' : `<h3>Parameters</h3><table>${rows.join('')}</table>`}
${requestBody ? contentPart('Body', requestBody.content) : ''}
${prose(requestBody?.description)}
${contentPart('Answer', responses['200']?.content ?? {})}
${headers.length === 0 ? '' : `<h3>Headers of the answer</h3><table>${headers.join('')}</table>`}
${unchanged.join('\n')}
<h3>Errors</h3>
${errors.join('\n')}
</details>`;
}

function row(one: { name: string; where: string; description?: string; schema: Schema }): string {
  const { name, where, description, schema } = one;
  const shape = `<code>${schemaNotation(schema)}</code>${prose(description)}`;
  return `<tr><td><code>${escaped(name)}</code></td><td>${where}</td><td>${shape}</td></tr>`;
}

/** All errors have the same shape, so only their descriptions are shown. */
function statusPart([status, { description }]: [string, ShownOperation['responses'][string]]): string {
  return `<p><code>${escaped(status)}</code> ${escaped(description)}</p>`;
}

function contentPart(title: string, contents: ShownContents): string {
  return Object.entries(contents)
    .map(([type, { schema, example }]) => {
      const shown = example === undefined ? '' : `<pre>${escaped(exampleText(example))}</pre>`;
      return `<h3>${title}, ${escaped(type)}</h3><pre>${schemaNotation(schema)}</pre>${shown && `<h3>Such as</h3>${shown}`}`;
    })
    .join('\n');
}

function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);
}

function schemaPart(name: string, schema: Schema): string {
  return `<details id="schema-${escaped(name)}"><summary><b>shape</b><code>${escaped(name)}</code></summary>
<pre>${schemaNotation(schema)}</pre>${prose(schema.description)}</details>`;
}

const markdown = new Marked({ renderer: { html: ({ text }) => escaped(text) } });

/** Renders Markdown as HTML; embedded HTML is shown as text. */
function prose(description: string | undefined): string {
  return description === undefined ? '' : markdown.parse(description, { async: false });
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
  format?: string;
  description?: string;
  [further: string]: unknown;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}

/**
 * Writes a schema as short HTML: `{name: string, id?: integer}`, with links to named schemas. `indent`: indent of the
 * first line.
 */
export function schemaNotation(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return linkTo(schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joined(choices, ' | ', indent);
  if (schema.allOf) return joined(schema.allOf, ' &amp; ', indent);
  if ('const' in schema) return escaped(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => escaped(JSON.stringify(value))).join(' | ');
  if (schema.type === 'array') return arrayNotation(schema, indent);
  if (schema.type === 'object') return objectNotation(schema, indent);
  if (schema.type === undefined) return 'any value';
  const type = [schema.type].flat().join(' | ');
  return schema.format === undefined ? escaped(type) : escaped(`${type} (${schema.format})`);
}

function linkTo(reference: string): string {
  const name = escaped(reference.slice(reference.lastIndexOf('/') + 1));
  return `<a href="#schema-${name}">${name}</a>`;
}

function joined(schemas: readonly Schema[], sign: string, indent: string): string {
  return schemas.map((each) => schemaNotation(each, indent)).join(sign);
}

function arrayNotation({ items, prefixItems }: Schema, indent: string): string {
  if (prefixItems) return `[${joined(prefixItems, ', ', indent)}]`;
  return `[${schemaNotation(items ?? {}, indent)}, …]`;
}

function objectNotation({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, each]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${inner}${escaped(name)}${mark}: ${schemaNotation(each, inner)}`;
  });
  if (typeof additionalProperties === 'object')
    lines.push(`${inner}<i>any name</i>: ${schemaNotation(additionalProperties, inner)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}
