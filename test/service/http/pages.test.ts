import { errorTable } from '../../../contract/errors.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiClient } from '../../kit/service/api-client.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

let service: SmallService;
beforeEach(async () => (service = await startSmallService()));
afterEach(() => service.close());

/** Put files where the built page belongs; the service is running already. */
function build(): void {
  mkdirSync(join(service.directory, 'page/assets'), { recursive: true });
  writeFileSync(join(service.directory, 'page/index.html'), '<title>On air</title>');
  writeFileSync(join(service.directory, 'page/assets/main.js'), 'start()');
  writeFileSync(join(service.directory, 'page/secret.txt'), 'secret');
}

describe('the on-air page', () => {
  it('is served by the output token, and may load and run nothing but its own', async () => {
    build();
    const { host } = new URL(service.url);
    const response = await fetch(service.onairUrl);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<title>On air</title>',
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
        "img-src 'self' data: blob: http: https:; media-src 'self' data: blob: http: https:; " +
        `font-src 'self' ${service.mediaUrl} data: blob:; connect-src 'self' ws://${host} wss://${host}; ` +
        `frame-src ${service.mediaUrl} http://*.localhost:${new URL(service.mediaUrl).port}; base-uri 'none'; form-action 'none'`,
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
      { error: { message: errorTable['token-unknown'].operator, code: 404 } },
    ]);
  });

  it.each(['/onair/assets/..%2fsecret.txt', '/onair/assets/'])('shows no other file: %s is not there', async (path) => {
    build();
    const response = await fetch(service.url + path);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: { message: expect.any(String), code: 404 } },
    ]);
  });

  it('that was not built says so, in the answer and in the log', async () => {
    const response = await fetch(service.onairUrl);
    const [line] = service.logged;
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: { message: expect.stringContaining('The on-air page is missing: it has not been built'), code: 503 } },
    ]);
    expect(line).toMatchObject({
      level: 'error',
      message: expect.stringContaining('The on-air page is missing'),
      fields: { path: '/onair/***', cause: expect.stringContaining(join(service.directory, 'page/index.html')) },
    });
  });
});

it('who asks the control address for a picture is shown the way to the media address', async () => {
  const asked = await fetch(`${service.url}/media/demo/a%20b.svg?x=1`, { redirect: 'manual' });
  expect([asked.status, asked.headers.get('location')]).toEqual([308, `${service.mediaUrl}/media/demo/a%20b.svg?x=1`]);
  const put = await fetch(`${service.url}/media/demo/a.svg`, { method: 'PUT', body: 'x' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

describe('the control address of an app instance', () => {
  it('is a page that says what it is and where to go, and runs and loads nothing', async () => {
    const ada = apiClient(service, service.account);
    const [folder] = (await ada.get('/apiv1/dashboard/folder?path=/')).body as string[];
    const name = 'Match <b>&';
    const made = { folder, name, apptemplate_id: '57', apptemplate_version_status: 'published', shareurl: '1' };
    const app = (await ada.post('/apiv1/appinstances', made)).body as Record<string, string>;
    const { control_url = '', share_control_url, access_token = '' } = app;
    expect([control_url, share_control_url]).toEqual([`${service.url}/control/${access_token}`, control_url]);
    const page = await fetch(control_url);
    const text = await page.text();
    expect([page.status, Object.fromEntries(page.headers)]).toMatchObject([
      200,
      {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    ]);
    expect(text).toContain('<h1>Match &#60;b&#62;&#38;</h1>');
    const ways = [...text.matchAll(/href="([^"]+)"/g)].map(([, way = '']) => way);
    expect(ways).toEqual([
      app.onair_url,
      `${service.url}/apiv2/controlapps/${access_token}/control`,
      `${service.url}/apiv2/controlapps/${access_token}/model`,
      `${service.url}/openapi.html`,
    ]);
    const answers = await Promise.all(ways.slice(1).map(async (way) => (await fetch(way)).status));
    expect(answers).toEqual([200, 200, 200]);
  });

  it.each(['nobody', 'none'])('opens nothing with the token %s', async (token) => {
    const response = await fetch(`${service.url}/control/${token}`);
    expect([response.status, response.headers.get('error-name')]).toEqual([404, 'token-unknown']);
  });
});
