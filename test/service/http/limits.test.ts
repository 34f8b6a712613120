import { errorTable } from '../../../contract/errors.ts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { defaultLimits, type Limits, defaultTerms } from '../../../service/http/network-terms.ts';
import { startDesk } from '../../kit/desk/running-desk.ts';
import { readLive } from '../../kit/service/live-reader.ts';
import { type SmallService, startSmallService } from '../../kit/service/small-service.ts';
import { serviceFetch as fetch } from '../../kit/published-answers.ts';

let service: SmallService;
afterEach(() => service.close());

async function limited(limits: Partial<Limits>): Promise<void> {
  service = await startSmallService({ network: { ...defaultTerms, limits: { ...defaultLimits, ...limits } } });
}

/** A bare connection, and all that was heard on it until the service ended it. */
function plug(
  port = Number(new URL(service.url).port),
  localAddress = '127.0.0.1',
): { socket: Socket; ended: Promise<string> } {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let heard = '';
  socket.on('data', (bytes: Buffer) => (heard += bytes.toString()));
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });
  return { socket, ended };
}
const healthy = async (): Promise<number> => {
  const response = await fetch(`${service.url}/healthz`);
  await response.arrayBuffer();
  return response.status;
};
const tooLate = /^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*"The request did not come to its end in time\."/;

describe('a request with no Host header, or with two,', () => {
  it.each([
    ['of the API', (): number => Number(new URL(service.url).port), '/healthz', ''],
    ['of the media address', (): number => Number(new URL(service.mediaUrl).port), '/media/no-picture.svg', ''],
    [
      'to open a live channel',
      (): number => Number(new URL(service.url).port),
      '/apiv2/controlapps/x/live',
      'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
    ],
  ])('%s is refused', async (_, port, path, more) => {
    await limited({});
    const answer = async (hosts: string): Promise<string> => {
      const { socket, ended } = plug(port());
      socket.write(`GET ${path} HTTP/1.1\r\n${hosts}${more}\r\n`);
      return ended;
    };
    expect(await answer('host: localhost\r\nHost: evil.example\r\n')).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n[^]*\{"error":\{"message":"The request has more than one Host header\.","code":400\}\}$/,
    );
    expect(await answer('')).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n[^]*\{"error":\{"message":"The request has no Host header\.","code":400\}\}$/,
    );
  });
});

describe('a client that dawdles', () => {
  it('over its headers, a byte at a time, is answered and cut off, and others are served meanwhile', async () => {
    await limited({ headerTimeout: 300 });
    const { socket, ended } = plug();
    await once(socket, 'connect');
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n');
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 20);
    expect(await healthy()).toBe(200);
    expect(await ended).toMatch(tooLate);
    clearInterval(drip);
  });

  it('before its first byte is cut off as well', async () => {
    await limited({ headerTimeout: 200 });
    expect(await plug().ended).toMatch(tooLate);
  });

  it('over its body is cut off', async () => {
    await limited({ headerTimeout: 100 });
    const { socket, ended } = plug();
    const head = `PATCH /apiv2/controlapps/${service.token}/control HTTP/1.1\r\nhost: localhost\r\n`;
    socket.write(`${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n[`);
    const drip = setInterval(() => socket.write(' '), 20);
    expect(await ended).toMatch(tooLate);
    clearInterval(drip);
  });

  it('after its request is let go, and a live channel is not', async () => {
    await limited({ idleTimeout: 300 });
    const reader = readLive(service, service.token);
    await reader.next();
    const { socket, ended } = plug();
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(await ended).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(reader.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('a service with all connections taken', () => {
  it('says so to one more, and to who opens a live channel, and serves again when one has gone', async () => {
    await limited({ maxConnections: 2 });
    const [first, second] = [readLive(service, service.token), readLive(service, service.token)];
    await Promise.all([first.next(), second.next()]);
    const response = await fetch(`${service.url}/healthz`, { headers: { connection: 'close' } });
    expect([response.status, response.headers.get('connection'), await response.json()]).toEqual([
      503,
      'close',
      { error: { message: errorTable['too-many-connections'].operator, code: 503 } },
    ]);
    expect(await refusedStatus()).toBe(503);
    expect(service.logged.filter(({ level }) => level === 'warn').map(({ message }) => message)).toContain(
      'All connections are in use. --max-connections sets the limit.',
    );
    first.socket.close();
    await first.closed;
    expect(await healthyAgain()).toBe(200);
  });

  const refusedStatus = (): Promise<number | undefined> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${service.app.replace('http', 'ws')}/live`);
      socket.on('unexpected-response', (_, response) => {
        response.resume();
        resolve(response.statusCode);
      });
      socket.on('error', () => undefined);
    });

  /** The service hears of a connection that was closed a moment later than who closed it. */
  const healthyAgain = async (): Promise<number> => {
    for (let tries = 0; tries < 100; tries += 1) {
      const { status } = await fetch(`${service.url}/healthz`, { headers: { connection: 'close' } });
      if (status === 200) return status;
    }
    return 503;
  };
});

describe('a service whose connections and readers strangers have taken', () => {
  const strangers = async (count: number): Promise<void> => {
    const all = Array.from({ length: count }, () => plug(Number(new URL(service.url).port), '127.0.0.2'));
    await Promise.all(all.map(({ socket }) => once(socket, 'connect')));
  };

  // More than the service keeps to say why it refuses them, and none of them says a word.
  it.each([40, 100])('%i of them, still lets a desk in by its token, and a panic', async (count) => {
    await limited({ maxConnections: 40, maxSubscribers: 3 });
    const pages = [1, 2].map(() => readLive(service, service.outputToken));
    await Promise.all(pages.map((page) => page.next()));
    await strangers(count);
    const desk = await startDesk();
    await desk.connect({ kind: 'token', name: 'Studio', base: service.url, secret: service.token });
    const id = desk.id('Lower Third');
    await desk.screen.call('do', { action: { do: 'take', subComposition: id, to: 'In', action: 'jump' } });
    await desk.until(({ subs }) => subs[id]?.tally === 'ON AIR');
    await strangers(count);
    await desk.screen.call('do', { action: { do: 'panic' } });
    await desk.until(({ asRun }) => asRun[0]?.action === 'Panic' && asRun[0].result === 'confirmed');
    expect(desk.view.subs[id]?.state).toBe('Out1');
    await desk.close();
  });

  it('lets in whoever asks for something in place of those who say nothing', async () => {
    await limited({ maxConnections: 60 });
    await strangers(200);
    const page = plug(Number(new URL(service.url).port), '127.0.0.2');
    page.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    expect(await page.ended).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('lets an address in that has sent an app token, and no other', async () => {
    await limited({ maxConnections: 20 });
    const reader = readLive(service, service.token);
    await reader.next();
    await strangers(20);
    const stranger = plug(Number(new URL(service.url).port), '127.0.0.2');
    stranger.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(await stranger.ended).toMatch(/^HTTP\/1\.1 503 /);
    expect(await healthy()).toBe(200);
  });
});

describe('a request that is larger than it may be', () => {
  it('is refused by the size that it names, before it has come', async () => {
    await limited({ maxBody: 1_024 });
    const { socket, ended } = plug();
    const head = `PATCH /apiv2/controlapps/${service.token}/control HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`;
    socket.write(`${head}content-type: application/json\r\ncontent-length: 1025\r\n\r\n`);
    expect(await ended).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n[\s\S]*"code":413/);
  });

  it('is refused where it names no size', async () => {
    await limited({ maxBody: 1_024 });
    const { socket, ended } = plug();
    const head = `PATCH /apiv2/controlapps/${service.token}/control HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`;
    socket.write(`${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`);
    socket.write(`401\r\n${' '.repeat(1025)}\r\n0\r\n\r\n`);
    expect(await ended).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n[\s\S]*"code":413/);
  });

  it.each([
    ['names its size', (bytes: number) => [`content-length: ${bytes}\r\n\r\n`, '']],
    [
      'names no size',
      (bytes: number) => [`transfer-encoding: chunked\r\n\r\n${bytes.toString(16)}\r\n`, '\r\n0\r\n\r\n'],
    ],
  ])(
    'and %s is answered also where all of it is sent before anything is read, and the connection stays',
    async (_, framed) => {
      await limited({ maxBody: 1_024 });
      const { socket, ended } = plug();
      // More than the buffers of both ends hold.
      const bytes = 32 * 2 ** 20;
      const [before = '', after = ''] = framed(bytes);
      socket.pause();
      socket.write(`PATCH /apiv2/controlapps/${service.token}/control HTTP/1.1\r\nhost: localhost\r\n${before}`);
      socket.write(Buffer.alloc(bytes, ' '));
      await new Promise((resolve) => socket.write(after, resolve));
      socket.resume();
      socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
      expect((await ended).match(/HTTP\/1\.1 [^\r]*|"code":413/g)).toEqual([
        'HTTP/1.1 413 Payload Too Large',
        '"code":413',
        'HTTP/1.1 200 OK',
      ]);
    },
  );

  it('in its headers is answered', async () => {
    await limited({});
    const { socket, ended } = plug();
    socket.write(`GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(await ended).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n[\s\S]*"code":431/);
  });
});
