import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SmallService, startSmallService } from '../../kit/small-service.ts';

let service: SmallService;
beforeEach(async () => (service = await startSmallService()));
afterEach(() => service.close());

/** Put files where the built page and the demo media belong; the service is running already. */
function build(): void {
  mkdirSync(join(service.directory, 'page/assets'), { recursive: true });
  mkdirSync(join(service.directory, 'media'));
  writeFileSync(join(service.directory, 'page/index.html'), '<title>On air</title>');
  writeFileSync(join(service.directory, 'page/assets/main.js'), 'start()');
  writeFileSync(join(service.directory, 'page/secret.txt'), 'secret');
  writeFileSync(join(service.directory, 'media/badge.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
}

describe('the on-air page', () => {
  it('is served by the output token, and may load and run nothing but its own', async () => {
    build();
    const response = await fetch(service.onairUrl);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<title>On air</title>',
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: http: https:; " +
        "media-src 'self' data: http: https:; font-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('finds its assets beside itself', async () => {
    build();
    const response = await fetch(new URL('./assets/main.js', service.onairUrl));
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'application/javascript; charset=utf-8',
      'start()',
    ]);
  });

  it('with a slash at its end leads to the address where it finds them', async () => {
    const response = await fetch(service.onairUrl.replace('?', '/?'), { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      308,
      `/onair/${service.outputToken}?aspect=16:9`,
    ]);
  });

  it.each([
    ['the app token', () => service.token],
    ['no token at all', () => 'nobody'],
  ])('is not served by %s', async (_, token) => {
    build();
    const response = await fetch(`${service.url}/onair/${token()}`);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: { message: 'The service does not know this token. It may have been revoked.', code: 404 } },
    ]);
  });

  it('that was not built says so, in the answer and in the log', async () => {
    const response = await fetch(service.onairUrl);
    const [line] = service.logged;
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: { message: expect.stringContaining('The on-air page is not there: it has not been built'), code: 503 } },
    ]);
    expect(line).toMatchObject({
      level: 'error',
      message: expect.stringContaining('The on-air page is not there'),
      fields: { path: '/onair/***', cause: expect.stringContaining(join(service.directory, 'page/index.html')) },
    });
  });
});

describe('the pictures of the demo', () => {
  it('have their real type, and can do nothing when they are opened by themselves', async () => {
    build();
    const response = await fetch(`${service.url}/media/demo/badge.svg`);
    expect([response.status, await response.text()]).toEqual([200, '<svg xmlns="http://www.w3.org/2000/svg"/>']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    '/media/demo/',
    '/media/demo/none.png',
    '/media/demo/..%2fpage%2fsecret.txt',
    '/media/demo/%2e%2e/page/secret.txt',
    '/onair/assets/..%2fsecret.txt',
    '/onair/assets/',
  ])('are all that is served: %s is not there', async (path) => {
    build();
    const response = await fetch(service.url + path);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: { message: expect.any(String), code: 404 } },
    ]);
  });
});
