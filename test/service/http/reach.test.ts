import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { loopbackOnly, type Reach } from '../../../service/http/gate.ts';
import { defaultTerms } from '../../../service/http/network-terms.ts';
import { ids } from '../../kit/service/small-show.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

let service: SmallService;
afterEach(() => service.close());

async function reached(reach: Partial<Reach>): Promise<void> {
  service = await startSmallService({ network: { ...defaultTerms, reach: { ...loopbackOnly, ...reach } } });
}
const studio = 'https://studio.example';
const crossOrigin = (response: Response): Record<string, string> =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));
const preflight = (path: string, origin: string): Promise<Response> =>
  fetch(service.url + path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' },
  });
const patch = (origin: string): Promise<Response> =>
  fetch(`${service.app}/control`, {
    method: 'PATCH',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify([{ subCompositionName: 'Home', payload: { goals: 1 } }]),
  });

describe('a page of another origin', () => {
  it('is closed out: nothing tells its browser that it may', async () => {
    await reached({});
    const asked = await preflight('/apiv1/appinstances', studio);
    expect([asked.status, crossOrigin(asked)]).toEqual([403, {}]);
    const read = await fetch(`${service.url}/healthz`, { headers: { origin: studio } });
    expect([read.status, crossOrigin(read)]).toEqual([200, { vary: 'Origin' }]);
  });

  it.each([studio, 'null'])('%s may use a token that it knows, and the browser shows it the answer', async (origin) => {
    await reached({});
    const allowed = { 'access-control-allow-origin': origin, 'access-control-expose-headers': '*', vary: 'Origin' };
    const asked = await preflight(`/apiv2/controlapps/${service.token}/control`, origin);
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    const changed = await patch(origin);
    expect([changed.status, crossOrigin(changed)]).toEqual([200, allowed]);
    const refused = await fetch(`${service.url}/apiv2/controlapps/nobody/control`, { headers: { origin } });
    expect([refused.status, crossOrigin(refused)]).toEqual([404, allowed]);
  });

  it('that is allowed may ask, read and change, and see the headers of this service', async () => {
    await reached({ allowOrigins: [studio] });
    const allowed = {
      'access-control-allow-origin': studio,
      'access-control-expose-headers': '*',
      vary: 'Origin',
    };
    const asked = await preflight(`/apiv2/controlapps/${service.token}/control`, studio);
    expect([asked.status, crossOrigin(asked)]).toEqual([
      204,
      {
        ...allowed,
        'access-control-allow-methods': 'GET, HEAD, PATCH',
        'access-control-allow-headers': 'authorization, content-type, if-match, if-none-match, not-after, prefer',
        'access-control-max-age': '600',
      },
    ]);
    const changed = await patch(studio);
    expect([changed.status, crossOrigin(changed)]).toEqual([200, allowed]);
    const refused = await fetch(`${service.url}/apiv1/appinstances`, { headers: { origin: studio } });
    expect([refused.status, crossOrigin(refused)]).toEqual([401, allowed]);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('overlay_requests_total{endpoint="none",status="204"} 1');
    const socket = new WebSocket(`${service.app.replace('http', 'ws')}/live`, { origin: studio });
    await new Promise((resolve) => socket.once('message', resolve));
    socket.close();
  });

  it('is closed out where another one is allowed', async () => {
    await reached({ allowOrigins: [studio] });
    const asked = await preflight('/apiv1/appinstances', 'https://evil.example');
    expect([asked.status, crossOrigin(asked)]).toEqual([403, {}]);
  });

  it('is closed out of accounts where every origin is allowed: its browser may keep a password', async () => {
    await reached({ allowOrigins: ['*'] });
    const asked = await preflight('/apiv1/appinstances', 'https://any.example');
    expect([asked.status, crossOrigin(asked)]).toEqual([403, {}]);
    const rotated = await fetch(`${service.url}/apiv1/appinstances/1/token`, {
      method: 'POST',
      headers: { origin: 'https://any.example' },
    });
    expect(rotated.status).toBe(403);
  });
});

describe('a service on all addresses', () => {
  it('is reached by each of them, and is not by a name that leads to one', async () => {
    await reached({ host: '0.0.0.0', allowHosts: ['graphics.example'] });
    expect(new URL(service.url).hostname).toBe('127.0.0.1');
    const asked = async (host: string) => {
      const socket = new WebSocket(`${service.app.replace('http', 'ws')}/live`, { headers: { host } });
      return new Promise((resolve) => {
        socket.on('unexpected-response', (_, response) => {
          response.resume();
          resolve(response.statusCode);
        });
        socket.on('message', () => {
          resolve('open');
          socket.close();
        });
        socket.on('error', () => undefined);
      });
    };
    expect(await Promise.all(['10.0.0.7', 'graphics.example:80', 'evil.example'].map(asked))).toEqual([
      'open',
      'open',
      403,
    ]);
  });
});

describe('a service with a certificate', () => {
  const file = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../kit/tls', name));

  it('speaks HTTPS and secure WebSockets, and says so in every address', async () => {
    const tls = { cert: file('cert.pem'), key: file('key.pem') };
    service = await startSmallService({ network: { ...defaultTerms, tls } });
    expect(service.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const socket = new WebSocket(`${service.app.replace('https', 'wss')}/live`, { ca: tls.cert, origin: service.url });
    const frame = await new Promise<string>((resolve) =>
      socket.once('message', (data: Buffer) => resolve(data.toString())),
    );
    socket.close();
    expect((JSON.parse(frame) as { app: unknown }).app).toEqual({
      id: 1,
      name: 'Small',
      onairUrl: service.onairUrl,
      mediaUrl: service.mediaUrl,
      outputs: [{ id: '1', name: 'Output', onairUrl: service.onairUrl, root: ids.root }],
    });
    expect(service.mediaUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(service.onairUrl.startsWith(`${service.url}/onair/`)).toBe(true);
    const status = await new Promise((resolve, reject) => {
      get(`${service.url}/healthz`, { ca: tls.cert }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(200);
  });

  it('does not speak HTTP', async () => {
    const tls = { cert: file('cert.pem'), key: file('key.pem') };
    service = await startSmallService({ network: { ...defaultTerms, tls } });
    await expect(fetch(service.url.replace('https', 'http'))).rejects.toThrow('fetch failed');
  });
});
