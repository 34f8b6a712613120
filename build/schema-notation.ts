export interface Schema {
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

export function escaped(text: string): string {
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
  if (typeof additionalProperties === 'object') {
    lines.push(`${inner}<i>any name</i>: ${schemaNotation(additionalProperties, inner)}`);
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}
