import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { root } from '../../build/set-up.js';

interface Published {
  paths: Record<string, Record<string, { responses: Record<string, PublishedResponse> } | undefined>>;
}
interface PublishedResponse {
  content?: Record<string, unknown>;
  headers?: Record<string, unknown>;
}

/** Its schema lists the codes. */
const errorName = 'Error-Name';

/**
 * `fetch` for tests: the test fails if an answer does not fit the published document. The reader is a validator of its own,
 * because the library that writes the documents would repeat its own mistakes.
 */
function fetchAgainst(file: string): typeof fetch {
  const document = JSON.parse(readFileSync(`${root}/docs/${file}`, 'utf8')) as Published;
  // The other formats of the documents have a pattern beside them.
  const formats = { uri: (text: string) => URL.canParse(text), uuid: true, email: true, 'date-time': true } as const;
  const ajv = new Ajv2020({ strict: false, formats }).addSchema(document, file);
  const mismatch = (place: readonly string[], value: unknown): string | undefined => {
    const pointer = place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    return ajv.validate(`${file}#/${pointer}`, value) ? undefined : ajv.errorsText();
  };
  // A path without parameters goes before one with them. Source: OpenAPI 3.1, "Path Templating Matching".
  const paths = Object.keys(document.paths).sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
  const templates = paths.map((path) => {
    const pattern = path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
    return { path, pattern: new RegExp(`^${pattern}/?$`) };
  });

  async function check(asked: { method: string; path: string }, answer: Response): Promise<void> {
    const { path } = templates.find(({ pattern }) => pattern.test(asked.path)) ?? {};
    const method = asked.method.toLowerCase();
    const operation = path === undefined ? undefined : document.paths[path]?.[method];
    const said = `${asked.method} ${asked.path}: ${answer.status}`;
    // Pages, media, and what is nowhere.
    if (path === undefined || !operation) return;
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const response = operation.responses[answer.status];
    expect(response, `${said} is not in ${file}`).toBeDefined();
    const place = ['paths', path, method, 'responses', String(answer.status)];
    const code = answer.headers.get(errorName);
    if (code !== null) expect(mismatch([...place, 'headers', errorName, 'schema'], code), said).toBeUndefined();
    if (!response?.content) return;
    expect(Object.keys(response.content), said).toContain(type);
    const body: unknown = type === 'application/json' ? await answer.json() : await answer.text();
    expect(mismatch([...place, 'content', type, 'schema'], body), said).toBeUndefined();
  }

  return async (input, init) => {
    const { method, url } = new Request(input, { ...init, body: null });
    const answer = await fetch(input, init);
    // The answer to HEAD is the one to GET without its body.
    if (method !== 'HEAD') await check({ method, path: new URL(url).pathname }, answer.clone());
    return answer;
  };
}

export const serviceFetch = fetchAgainst('openapi.json');
export const deskFetch = fetchAgainst('desk-openapi.json');
