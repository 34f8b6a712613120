import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../contract/service-api/endpoints.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

let service: SmallService;
beforeAll(async () => (service = await startSmallService()));
afterAll(() => service.close());

describe('the description of the service', () => {
  it('is the document that is checked in', async () => {
    const response = await fetch(`${service.url}/openapi.json`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const document = join(import.meta.dirname, '../../../docs/openapi.json');
    expect(await response.text()).toBe(readFileSync(document, 'utf8'));
  });

  it('is a page of every endpoint that runs nothing and loads nothing', async () => {
    const response = await fetch(`${service.url}/openapi.html`);
    const page = await response.text();
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-security-policy'),
    ]).toEqual([
      200,
      'text/html; charset=utf-8',
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    ]);
    expect(endpoints.filter(({ name }) => !page.includes(`<details id="${name}">`))).toEqual([]);
    expect(page).not.toMatch(/<script|<link|<img|src=|https?:\/\/(?!127\.0\.0\.1|[^"<]*&#)/);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map((found) => found[1] ?? '');
    expect(targets.filter((id) => !page.includes(` id="${id}"`))).toEqual([]);
    expect(targets.length).toBeGreaterThan(10);
  });
});
