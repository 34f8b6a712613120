import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { defaultTerms } from '../../../service/http/network-terms.ts';
import { chunkBytes } from '../../../service/store/assets.ts';
import { openSqliteStore, type Store } from '../../../service/store/store.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';

let service: SmallService;
let store: Store;
const openStore = (directory: string): Store => (store = openSqliteStore(directory));
beforeEach(async () => (service = await startSmallService({ openStore })));
afterEach(() => service.close());

const at = '2026-11-21T12:00:00.000Z';
const media = (path: string, init?: RequestInit): Promise<Response> => fetch(service.mediaUrl + path, init);
const sandboxed = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
};

/** Put files where the built page and the demo media belong; the service is running already. */
function build(): void {
  mkdirSync(join(service.directory, 'page/assets'), { recursive: true });
  mkdirSync(join(service.directory, 'media'));
  writeFileSync(join(service.directory, 'page/index.html'), '<title>On air</title>');
  writeFileSync(join(service.directory, 'page/assets/main.js'), 'start()');
  writeFileSync(join(service.directory, 'page/secret.txt'), 'secret');
  writeFileSync(join(service.directory, 'media/badge.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
}

describe('the media address', () => {
  it('serves the pictures of the demo with their real type, and they can do nothing when opened by themselves', async () => {
    build();
    const response = await media('/media/demo/badge.svg');
    expect([response.status, await response.text()]).toEqual([200, '<svg xmlns="http://www.w3.org/2000/svg"/>']);
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': 'image/svg+xml', ...sandboxed });
  });

  it('serves the page for previews, which may be embedded and asks for nothing elsewhere', async () => {
    build();
    const response = await media('/preview/?aspect=16:9');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<title>On air</title>',
    ]);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
        "img-src 'self' data: blob: http: https:; media-src 'self' data: blob: http: https:; " +
        "font-src 'self' data: blob:; connect-src 'self'; " +
        `frame-src 'self' ${service.mediaUrl} http://*.localhost:${new URL(service.mediaUrl).port}; ` +
        "base-uri 'none'; form-action 'none'",
    );
    expect(await (await media('/preview/assets/main.js')).text()).toBe('start()');
    const bare = await media('/preview?x=1', { redirect: 'manual' });
    expect([bare.status, bare.headers.get('location')]).toEqual([308, '/preview/?x=1']);
  });

  it.each([
    '/media/demo/',
    '/media/demo/none.png',
    '/media/demo/..%2fpage%2fsecret.txt',
    '/media/demo/%2e%2e/page/secret.txt',
    '/preview/assets/..%2fsecret.txt',
    '/preview/secret.txt',
    '/',
  ])('has no other files: %s is not there', async (path) => {
    build();
    const response = await media(path);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: { message: expect.any(String), code: 404 } },
    ]);
  });

  it('knows no show: nothing that controls one is there', async () => {
    const paths = [
      '/apiv1/appinstances',
      `/apiv2/controlapps/${service.token}/control`,
      `/onair/${service.outputToken}`,
      '/metrics',
      '/healthz',
    ];
    const answers = await Promise.all(paths.map((path) => media(path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
    const socket = new WebSocket(
      `${service.mediaUrl.replace('http', 'ws')}/apiv2/controlapps/${service.token}/live?scene=1`,
    );
    const opened = await new Promise((resolve) => {
      socket.on('open', () => resolve('open'));
      socket.on('error', () => resolve('refused'));
    });
    expect(opened).toBe('refused');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('only gives: %s is refused', async (method) => {
    const response = await media('/media/no-picture.svg', { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('is not reached by a name that was made to lead to this machine', async () => {
    const status = await new Promise((resolve) => {
      get(`${service.mediaUrl}/media/no-picture.svg`, { headers: { host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    expect(status).toBe(403);
  });

  it('is the same after a restart', async () => {
    const before = service.mediaUrl;
    service = await service.restart();
    expect(service.mediaUrl).toBe(before);
  });

  it('is counted with the service: its answers and its connections', async () => {
    await (await media('/media/no-picture.svg')).text();
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('overlay_requests_total{endpoint="media",status="200"} 1');
  });
});

it('with a certificate the media address speaks HTTPS too', async () => {
  const file = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../kit/tls', name));
  const tls = { cert: file('cert.pem'), key: file('key.pem') };
  const secure = await startSmallService({ network: { ...defaultTerms, tls } });
  const status = await new Promise((resolve, reject) => {
    getSecurely(`${secure.mediaUrl}/media/no-picture.svg`, { ca: tls.cert }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
  await secure.close();
  expect(status).toBe(200);
});

it('a media port that is taken is refused with its flag, and nothing listens', async () => {
  const mediaPort = Number(new URL(service.mediaUrl).port);
  await expect(startSmallService({ mediaPort })).rejects.toThrow(
    `Port ${mediaPort} on 127.0.0.1 is in use by another program. ` +
      'Choose another one with --media-port, or any free one with --media-port 0.',
  );
});

describe('an upload', () => {
  /** Bytes that are not the same in any two chunks. */
  const film = Uint8Array.from({ length: 2 * chunkBytes + 7 }, (_, place) => (place * 31 + (place >> 11)) & 0xff);
  let path: string;
  beforeEach(async () => (path = `/media/assets/${await store.addAsset(film, at)}.mp4`));
  const bytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

  it('is served whole, for ever, under its hash', async () => {
    const response = await media(path);
    expect([response.status, Buffer.compare(await bytes(response), film)]).toEqual([200, 0]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(film.byteLength),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: `"${path.slice('/media/assets/'.length, -'.mp4'.length)}"`,
      ...sandboxed,
    });
  });

  it('is not sent again to who has it', async () => {
    const etag = (await media(path)).headers.get('etag') ?? '';
    const again = await media(path, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([again.status, (await bytes(again)).byteLength]).toEqual([304, 0]);
  });

  it('tells how long it is without being sent', async () => {
    const head = await media(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(film.byteLength)]);
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=5-', 5, film.byteLength],
    [`bytes=${chunkBytes - 2}-${chunkBytes + 1}`, chunkBytes - 2, chunkBytes + 2],
    [`bytes=${2 * chunkBytes}-9999999`, 2 * chunkBytes, film.byteLength],
    ['bytes=-3', film.byteLength - 3, film.byteLength],
    ['bytes=-9999999', 0, film.byteLength],
  ])('is served in part where a browser looks into it: %s', async (range, from, to) => {
    const response = await media(path, { headers: { range } });
    expect([response.status, response.headers.get('content-range'), response.headers.get('content-length')]).toEqual([
      206,
      `bytes ${from}-${to - 1}/${film.byteLength}`,
      String(to - from),
    ]);
    expect(Buffer.compare(await bytes(response), film.subarray(from, to))).toBe(0);
  });

  it.each(['bytes=4-2', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])('is served whole for %s', async (range) => {
    const response = await media(path, { headers: { range } });
    expect([response.status, (await bytes(response)).byteLength]).toEqual([200, film.byteLength]);
  });

  it.each(['bytes=99999999-', 'bytes=-0'])('has nothing behind its end: %s', async (range) => {
    const response = await media(path, { headers: { range } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${film.byteLength}`]);
  });

  it('is served whole where a part of something else was asked for', async () => {
    const response = await media(path, { headers: { range: 'bytes=0-0', 'if-range': '"other"' } });
    expect([response.status, (await bytes(response)).byteLength]).toEqual([200, film.byteLength]);
  });

  it.each(['.exe', '', '.html', '.js', '/x.mp4'])('is not there with the end "%s"', async (end) => {
    expect((await media(path.replace('.mp4', end))).status).toBe(404);
  });

  it('that nobody brought is not there', async () => {
    expect((await media(`/media/assets/${'0'.repeat(64)}.png`)).status).toBe(404);
  });
});
