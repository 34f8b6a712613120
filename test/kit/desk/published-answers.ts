import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { root } from '../../../build/set-up.js';

type Json = Record<string, unknown>;

const text = readFileSync(`${root}/docs/desk-openapi.json`, 'utf8').replaceAll('#/components/schemas/', '#/$defs/');
const { paths, components } = JSON.parse(text) as {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: Json }> }> }>>;
  components: { schemas: Json };
};

/** Reads an answer by the published document of the desk's HTTP API. Returns the mismatch; undefined if the answer fits. */
export function againstDocument(method: string, path: string, answer: { status: number; body: unknown }): unknown {
  const template = Object.keys(paths).find((one) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
  const operation = paths[template ?? '']?.[method.toLowerCase()];
  // What is not there has the errors of the others.
  if (!operation) return answer.status === 404 ? undefined : `${method} ${path} is not in the document.`;
  const { content } = operation.responses[answer.status] ?? {};
  const schema = content?.['application/json']?.schema;
  if (!schema) return `${method} ${path} has no answer with the status ${answer.status} in the document.`;
  const read = z.fromJSONSchema({ ...schema, $defs: components.schemas } as never).safeParse(answer.body);
  return read.success ? undefined : z.prettifyError(read.error);
}
