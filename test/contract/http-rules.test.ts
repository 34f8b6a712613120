import { errorTable } from '../../contract/errors.ts';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/service-api/endpoint.ts';
import { pathOf, pathParams } from '../../contract/service-api/endpoint.ts';
import { endpoints } from '../../contract/service-api/endpoints.ts';
import { basic } from '../kit/service/api-client.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';
import { serviceFetch as fetch } from '../kit/published-answers.ts';

// What holds for every endpoint, over real HTTP. Written out from the specification and its decisions.

let service: SmallService;
beforeAll(async () => (service = await startSmallService()));
afterAll(() => service.close());

const every = endpoints.map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);
const ofAccounts = every.filter(([, { auth }]) => auth === 'account');
const ofTokens = every.filter(([, { auth }]) => auth === 'token');
const withBody = every.filter(([, { body }]) => body !== undefined);
const tagged = every.filter(([, endpoint]) => endpoint.tagged);

const send = (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(service.url + path, { method, ...init });
const signedIn = () => ({ authorization: basic(service.account) });
/** A path of the endpoint with something in the place of each parameter. */
const somePath = (endpoint: Endpoint): string =>
  pathOf(endpoint, Object.fromEntries(pathParams(endpoint).map((name) => [name, '1'])));
const tokenPath = (endpoint: Endpoint, token: string): string =>
  pathOf(endpoint, { appToken: token, app_access_token: token });
const unauthorized = { error: { message: 'Unauthorized', code: 401 } };

describe('who has no account', () => {
  it.each(ofAccounts)('is not let in by %s', async (_, endpoint) => {
    const response = await send(endpoint.method, somePath(endpoint));
    expect([response.status, response.headers.get('www-authenticate'), await response.json()]).toEqual([
      401,
      'Basic realm="Overlay Desk", charset="UTF-8"',
      unauthorized,
    ]);
  });

  it.each([
    ['another scheme', 'Bearer abc'],
    ['no credentials', 'Basic'],
    ['what is not base64', 'Basic ???'],
    ['no colon', `Basic ${Buffer.from('ada').toString('base64')}`],
    ['bytes that are no text', `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}`],
    ['a wrong password', `Basic ${Buffer.from('ada@example.org:wrong').toString('base64')}`],
    ['a user who is not there', `Basic ${Buffer.from('bob@example.org:difference engine').toString('base64')}`],
  ])('is told the same for %s', async (_, authorization) => {
    const response = await send('GET', '/apiv1/appinstances', { headers: { authorization } });
    expect([response.status, await response.json()]).toEqual([401, unauthorized]);
  });

  it('is let in with the scheme in any case, and with the e-mail address in any case', async () => {
    const { email, password } = service.account;
    const encoded = Buffer.from(`${email.toUpperCase()}:${password}`).toString('base64');
    expect((await send('GET', '/apiv1/appinstances', { headers: { authorization: `bAsIc ${encoded}` } })).status).toBe(
      200,
    );
  });
});

describe('an unknown token', () => {
  it.each(ofTokens)('opens nothing: %s', async (_, endpoint) => {
    const body = endpoint.body && { body: JSON.stringify(endpoint.example.body) };
    const headers = { 'content-type': 'application/json' };
    const response = await send(endpoint.method, tokenPath(endpoint, 'nobody'), { ...body, headers });
    const [status, text, answer] = endpoint.path.startsWith('/apiv1/')
      ? [401, 'Unauthorized', unauthorized]
      : [404, 'Not Found', { error: { message: errorTable['token-unknown'].operator, code: 404 } }];
    expect([response.status, response.statusText, await response.json()]).toEqual([status, text, answer]);
  });
});

it('an unknown token is refused before anybody looks at the body', async () => {
  const headers = { 'content-type': 'application/json' };
  const response = await send('PATCH', '/apiv2/controlapps/nobody/control', { headers, body: '{' });
  expect(response.status).toBe(404);
});

describe('an address', () => {
  it.each(every)('may end with a slash: %s', async (_, endpoint) => {
    const bare = await send(endpoint.method, somePath(endpoint));
    const slashed = await send(endpoint.method, `${somePath(endpoint)}/`);
    expect(slashed.status).toBe(bare.status);
    await Promise.all([bare.arrayBuffer(), slashed.arrayBuffer()]);
  });

  it.each([
    ['TRACE', '/apiv1/appinstances', 'GET, HEAD, POST'],
    ['PUT', '/apiv1/compositions/1', 'GET, HEAD, DELETE'],
    ['PATCH', '/apiv1/compositions/duplicateto', 'GET, HEAD, POST, DELETE'],
    ['DELETE', '/apiv1/dashboard/folder', 'GET, HEAD, POST'],
    ['POST', '/metrics/', 'GET, HEAD'],
  ])('answers the wrong method %s %s with those that it has', async (method, path, allow) => {
    const { status, headers } = await raw(method, path);
    expect([status, headers.allow]).toEqual([405, allow]);
  });

  it('is unknown before anybody is asked who they are', async () => {
    expect((await send('GET', '/apiv1/nothing')).status).toBe(404);
  });

  it.each(['x', '0', '-1', '1.5', '99999999999999999999', '1%00', '%F0%9F%98%80'])(
    'with the id %s is of nothing',
    async (id) => {
      const response = await send('GET', `/apiv1/appinstances/${id}`, { headers: signedIn() });
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: { message: errorTable['id-unknown'].operator, code: 404 } },
      ]);
    },
  );

  it('may carry a query that nobody asked for', async () => {
    expect((await send('GET', '/apiv1/appinstances?limit=1&app_instance_id=7', { headers: signedIn() })).status).toBe(
      200,
    );
    expect((await send('GET', '/apiv1/appinstances/1?app_instance_id=7', { headers: signedIn() })).status).toBe(200);
  });
});

describe('a body', () => {
  it.each(withBody.filter(([, { auth }]) => auth !== 'token'))('must say what it is: %s', async (_, endpoint) => {
    const headers = { ...signedIn(), 'content-type': 'application/x-www-form-urlencoded' };
    const response = await send(endpoint.method, tokenPath(endpoint, service.token), { headers, body: 'a=1' });
    // The specification counts a thumbnail that is no form as a wrong body.
    const status = endpoint.source === 14 ? 400 : 415;
    const { error } = (await response.json()) as { error: { code: number } };
    expect([response.status, error.code]).toEqual([status, status]);
  });

  it('may say its charset, in any case', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    const response = await send('PATCH', `/apiv2/controlapps/${service.token}/control`, { headers, body: '[]' });
    expect(response.status).toBe(200);
  });

  it('that is not wanted is not looked at', async () => {
    const headers = { ...signedIn(), 'content-type': 'text/plain' };
    const response = await send('POST', '/apiv1/compositions/1/token', { headers, body: '{' });
    expect(response.status).toBe(200);
  });

  it.each([
    ['arrays', '['.repeat(200_000)],
    ['objects', '{"a":'.repeat(100_000)],
    ['arrays that are closed', `${'['.repeat(65)}${']'.repeat(65)}`],
  ])('of %s that stand too deep in each other is refused', async (_, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await send('PATCH', `/apiv2/controlapps/${service.token}/control`, { headers, body });
    const message = 'arrays and objects may stand in each other 64 deep at most';
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: { message: `Nothing was changed: ${message}`, code: 400, details: [{ path: '', message }] } },
    ]);
  });

  it('may hold as many brackets in its texts as it likes', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify([{ subCompositionName: 'Home', payload: { team: `\\"${'[{'.repeat(100)}` } }]);
    const response = await send('PATCH', `/apiv2/controlapps/${service.token}/control`, { headers, body });
    expect(response.status).toBe(200);
  });

  it('of more items than are taken is refused with how many those are', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(Array.from({ length: 10_001 }, () => ({ subCompositionName: 'Home', state: 'In' })));
    const response = await send('PATCH', `/apiv2/controlapps/${service.token}/control`, { headers, body });
    expect([response.status, await response.json()]).toEqual([
      413,
      {
        error: { message: 'Nothing was changed: the request has 10001 items, and may have 10000 at most.', code: 413 },
      },
    ]);
  });
});

describe('an answer with an ETag', () => {
  // One of each thing that has an address.
  beforeAll(async () => {
    const revision = JSON.stringify({ scene_id: 1, revision_id: 1, description: 'First' });
    const headers = { ...signedIn(), 'content-type': 'application/json' };
    await send('POST', '/apiv1/compositions/1/revisions', { headers, body: revision });
  });

  /** Asks as whoever may, of the first of everything. */
  const ask = (endpoint: Endpoint, headers: Record<string, string>): Promise<Response> => {
    const path = endpoint.auth === 'token' ? tokenPath(endpoint, service.token) : somePath(endpoint);
    const type = endpoint.body && { 'content-type': 'application/json' };
    return send(endpoint.method, path, {
      headers: { ...signedIn(), ...type, ...headers },
      ...(endpoint.body && { body: JSON.stringify([{ compositionName: 'Home', subCompositionName: 'Home' }]) }),
    });
  };

  it.each(tagged.filter(([, { method }]) => method === 'GET'))(
    'is not sent again to who names that: %s',
    async (_, endpoint) => {
      const first = await ask(endpoint, {});
      const tag = first.headers.get('etag') ?? '';
      expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"\d+"$/)]);
      const known = await ask(endpoint, { 'if-none-match': `"other", W/${tag}` });
      expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', tag]);
      expect((await ask(endpoint, { 'if-none-match': '"other"' })).status).toBe(200);
    },
  );

  it.each(tagged.filter(([, { lenient }]) => lenient))(
    'to an update comes only if the revision is the one that the client names: %s',
    async (_, endpoint) => {
      const now = (await send('GET', `/apiv2/controlapps/${service.token}/control`)).headers.get('etag') ?? '';
      expect((await ask(endpoint, { 'if-match': now })).status).toBe(200);
      const refused = await ask(endpoint, { 'if-match': '"999"' });
      expect([refused.status, refused.headers.get('error-name')]).toEqual([412, 'changed-meanwhile']);
    },
  );
});

describe('every answer', () => {
  it.each(['/apiv1/appinstances', '/healthz', '/nothing'])(
    'of %s is what its type says, and is not kept',
    async (path) => {
      const { headers } = await send('GET', path, { headers: signedIn() });
      expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-store']);
    },
  );
});

/** A request with any method. */
function raw(method: string, path: string): Promise<{ status: number | undefined; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const asked = request(service.url + path, { method }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, headers: response.headers });
    });
    asked.on('error', reject).end();
  });
}
