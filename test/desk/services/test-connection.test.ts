import { texts } from '../../../contract/texts/texts.ts';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestStep } from '../../../contract/desk-api/connections.ts';
import { patience, type ServiceAccess, testConnection } from '../../../desk/services/test-connection.ts';
import { openHttpConnection } from '../../../node/http/http-connection.ts';
import { systemClock } from '../../../node/clock.ts';
import type { Route } from '../../../desk/ports.ts';
import type { Clock } from '../../../contract/clock.ts';
import { LoopbackServers, pem } from '../../kit/service/loopback-servers.ts';

const servers = new LoopbackServers();
afterEach(() => servers.close());

const direct: Route = { proxy: 'none', certificates: '' };
const account = { email: 'ada@example.org', password: 'a password' };
const control = [
  { subCompositionId: 'a', subCompositionName: 'A', mainComposition: true, state: 'Out1', payload: { line1: 'Ada' } },
];
const refusal = (code: number) => JSON.stringify({ error: { message: 'no', code } });

const answering =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };

/** A service of this kind, with one app and its token. */
const service: RequestListener = (request, response) => {
  const user = `Basic ${Buffer.from(`${account.email}:${account.password}`).toString('base64')}`;
  const end = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (request.url === '/apiv2/controlapps/the-token/control') return end(200, control);
  if (request.url !== '/apiv1/appinstances') return end(404, { error: { message: 'Not Found', code: 404 } });
  if (request.headers.authorization !== user) return end(401, { error: { message: 'Unauthorized', code: 401 } });
  return end(200, [
    { id: 7, name: 'News', access_token: 'the-token' },
    { id: 8, name: 'Sport', access_token: null },
  ]);
};

interface Trial {
  protocol?: 'http' | 'https';
  host?: string;
  way?: Partial<Route>;
  access?: ServiceAccess['access'];
  clock?: Clock;
}

/** The test of a connection to a port of this machine. */
async function trial(port: number, { protocol = 'http', host = 'localhost', way, access, clock }: Trial = {}) {
  const reached: ServiceAccess = {
    base: `${protocol}://${host}:${port}`,
    route: { ...direct, ...way },
    access: access ?? { token: 'the-token' },
  };
  const connection = openHttpConnection(reached.route, {});
  try {
    return await testConnection({ clock: clock ?? systemClock, connection }, reached);
  } finally {
    connection.close();
  }
}

/** The step that failed, in a few words. */
async function failure(...asked: Parameters<typeof trial>): Promise<Omit<TestStep, 'result'>> {
  const { works, steps, apps } = await trial(...asked);
  expect([works, apps]).toEqual([false, []]);
  const at = steps.findIndex(({ result }) => result === 'failed');
  const results = steps.map(({ result }) => result);
  expect(results).toEqual(steps.map((_, i) => (i < at ? 'good' : i === at ? 'failed' : 'not tried')));
  const { step, found, todo } = steps[at]!;
  expect(todo).not.toBe('');
  return { step, found, todo };
}

describe('a connection that works', () => {
  it('by its token, and says at each step what was found', async () => {
    const port = await servers.http(service);
    expect(await trial(port)).toEqual({
      works: true,
      apps: [],
      steps: [
        { step: 'address', result: 'good', found: texts.services.goesTo(`http://localhost:${port}`), todo: '' },
        { step: 'secret', result: 'good', found: texts.services.hasToken, todo: '' },
        { step: 'proxy', result: 'good', found: texts.services.noProxy, todo: '' },
        { step: 'name', result: 'good', found: texts.services.found('localhost'), todo: '' },
        { step: 'connect', result: 'good', found: texts.services.takesConnections(`localhost:${port}`), todo: '' },
        { step: 'encryption', result: 'good', found: texts.services.notEncrypted, todo: '' },
        { step: 'service', result: 'good', found: texts.services.understood, todo: '' },
        { step: 'access', result: 'good', found: texts.services.tokenRight, todo: '' },
      ],
    });
  });

  it('by an account, and lists its app instances', async () => {
    const { works, apps } = await trial(await servers.http(service), { access: { account } });
    expect([works, apps]).toEqual([
      true,
      [
        { id: 7, name: 'News', hasToken: true, chosen: false },
        { id: 8, name: 'Sport', hasToken: false, chosen: false },
      ],
    ]);
  });

  it('encrypted, with the certificate of its own authority', async () => {
    const port = await servers.http(service, 'by-authority.pem');
    const { works, steps } = await trial(port, { protocol: 'https', way: { certificates: pem('authority.pem') } });
    expect([works, steps[5]?.found]).toEqual([true, texts.services.encrypted]);
  });

  it('with a certificate signed by itself, once that is pasted', async () => {
    const port = await servers.http(service, 'cert.pem');
    const { works } = await trial(port, { protocol: 'https', way: { certificates: pem('cert.pem') } });
    expect(works).toBe(true);
  });
});

describe('a name', () => {
  it('that does not exist', async () => {
    expect(await failure(80, { host: 'no-such-machine.invalid' })).toMatchObject({ step: 'name' });
  });
});

describe('a machine', () => {
  it('on which nothing listens', async () => {
    const port = await servers.nobody();
    expect(await failure(port)).toEqual({
      step: 'connect',
      found: texts.link.nothingListens(`localhost:${port}`),
      todo: texts.link.checkPort,
    });
  });

  it('that takes the question and says nothing', async () => {
    const asked = Promise.withResolvers<undefined>();
    const port = await servers.tcp((socket) => socket.once('data', () => asked.resolve(undefined)));
    // Its time is over as soon as it has the question.
    const clock = {
      ...systemClock,
      after: (_: number, run: () => void) => (void asked.promise.then(run), () => undefined),
    };
    expect(await failure(port, { clock })).toMatchObject({
      step: 'service',
      found: texts.link.hangs(`localhost:${port}`, patience / 1_000),
    });
  });

  it('that does not even answer the greeting of TLS', async () => {
    const greeted = Promise.withResolvers<undefined>();
    const port = await servers.tcp((socket) => socket.once('data', () => greeted.resolve(undefined)));
    const clock = {
      ...systemClock,
      after: (_: number, run: () => void) => (void greeted.promise.then(run), () => undefined),
    };
    expect(await failure(port, { clock, protocol: 'https' })).toMatchObject({
      step: 'connect',
      found: texts.link.silent(`localhost:${port}`, 8),
    });
  });

  it('that breaks the connection off', async () => {
    const port = await servers.tcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await failure(port)).toMatchObject({
      step: 'connect',
      found: texts.link.closedAtOnce(`localhost:${port}`),
    });
  });

  it('that speaks something else than HTTP', async () => {
    const port = await servers.tcp((socket) => socket.write('220 mail.example ESMTP\r\n'));
    expect(await failure(port)).toMatchObject({ step: 'service' });
  });
});

describe('a certificate', () => {
  const https = { protocol: 'https' } as const;

  it('signed by itself', async () => {
    expect(await failure(await servers.http(service, 'cert.pem'), https)).toMatchObject({
      step: 'encryption',
      found: texts.link.selfSigned,
    });
  });

  it('of an authority that nobody knows', async () => {
    expect(await failure(await servers.http(service, 'by-authority.pem'), https)).toMatchObject({
      step: 'encryption',
      found: texts.link.authorityUnknown,
    });
  });

  it('that has expired', async () => {
    const way = { certificates: pem('authority.pem') };
    expect(await failure(await servers.http(service, 'expired.pem'), { ...https, way })).toMatchObject({
      step: 'encryption',
      found: texts.link.expired,
    });
  });

  it('for another name, with the name that it is for', async () => {
    const way = { certificates: pem('authority.pem') };
    expect(await failure(await servers.http(service, 'wrong-name.pem'), { ...https, way })).toEqual({
      step: 'encryption',
      found: texts.link.otherName('localhost', 'other.example'),
      todo: texts.link.useItsName,
    });
  });

  it('that is none, because the service speaks in the open', async () => {
    const port = await servers.http(service);
    expect(await failure(port, https)).toMatchObject({
      step: 'encryption',
      found: texts.link.noTls(`localhost:${port}`),
    });
  });

  it('and a desk that speaks in the open to it', async () => {
    expect(await failure(await servers.http(service, 'cert.pem'))).toMatchObject({ step: 'connect' });
  });
});

describe('a proxy', () => {
  const by = (port: number, user = '', password = ''): Trial => ({
    host: 'graphics.example',
    way: { proxy: { address: `http://localhost:${port}`, user, password } },
  });

  it('leads to the service, encrypted or not, and is told its user alone', async () => {
    for (const certificate of [undefined, 'by-authority.pem']) {
      const seen: string[] = [];
      const proxy = await servers.proxy(seen);
      const port = await servers.http(service, certificate);
      const trialBy = certificate
        ? { ...by(proxy, 'ada', 'l:ovelace'), host: 'localhost', protocol: 'https' as const }
        : by(proxy, 'ada', 'l:ovelace');
      const way = { ...trialBy.way, certificates: certificate ? pem('authority.pem') : '' };
      expect((await trial(port, { ...trialBy, way })).works).toBe(true);
      expect(seen).toEqual([expect.stringMatching(`^CONNECT ${trialBy.host ?? ''}:${port} HTTP/1.1\r\n`)]);
      expect(seen[0]).toContain(`roxy-authorization: Basic ${Buffer.from('ada:l:ovelace').toString('base64')}`);
      expect(seen[0]).not.toContain('the-token');
    }
  });

  it.each([
    [407, texts.link.proxyRefused],
    [403, texts.link.proxyForbids],
    [502, texts.link.proxyCannotConnect(502)],
  ])('that answers %i', async (status, found) => {
    const proxy = await servers.proxy([], () => status);
    expect(await failure(80, by(proxy))).toMatchObject({ step: 'proxy', found });
  });

  it('that is not there', async () => {
    const found = texts.link.proxyUnreachable('ECONNREFUSED');
    expect(await failure(80, by(await servers.nobody()))).toMatchObject({ step: 'proxy', found });
  });
});

describe('an answer', () => {
  const page = '<!doctype html><title>Welcome</title>';
  it.each([
    ['401', answering(401, refusal(401)), 'access', texts.link.refuses(texts.link.theToken)],
    ['403', answering(403, refusal(403)), 'access', texts.link.forbidden],
    ['404 in its words', answering(404, refusal(404)), 'access', texts.link.tokenUnknown],
    ['404 of a web server', answering(404, page), 'service', texts.link.webPage(404)],
    ['404 of something else', answering(404, 'Cannot GET'), 'service', texts.link.notAService(404)],
    ['a web page', answering(200, page, { 'content-type': 'text/html' }), 'service', texts.link.webPage(200)],
    ['other JSON', answering(200, '{"hello":"world"}'), 'service', texts.link.notAService(200)],
    ['500', answering(500, refusal(500)), 'service', texts.link.serviceFault(500)],
    [
      'another place',
      answering(302, '', { location: 'https://login.example/?token=the-token' }),
      'service',
      texts.link.elsewhere('https://login.example'),
    ],
  ])('%s', async (_name, listener, step, found) => {
    expect(await failure(await servers.http(listener))).toMatchObject({ step, found });
  });

  it('429, with when to try again', async () => {
    const port = await servers.http(answering(429, refusal(429), { 'retry-after': '17' }));
    expect(await failure(port)).toMatchObject({ step: 'access', todo: 'Try again in 17 seconds.' });
  });

  it('of a service that knows the first generation of control only', async () => {
    const old: RequestListener = (request, response) => {
      if (request.url === '/apiv1/control/the-token') return answering(200, '[]')(request, response);
      return answering(404, page)(request, response);
    };
    const found = texts.link.tooOld;
    expect(await failure(await servers.http(old))).toMatchObject({ step: 'service', found });
  });

  it('of such a service to an account', async () => {
    const old: RequestListener = (request, response) => {
      if (request.url === '/apiv1/appinstances') return answering(200, '[]')(request, response);
      return answering(404, page)(request, response);
    };
    const found = texts.link.tooOld;
    expect(await failure(await servers.http(old), { access: { account } })).toMatchObject({ step: 'service', found });
  });

  it('that refuses the password', async () => {
    const access = { account: { ...account, password: 'wrong' } };
    expect(await failure(await servers.http(service), { access })).toMatchObject({
      step: 'access',
      found: texts.link.refuses(texts.link.emailOrPassword),
    });
  });
});
