import { texts } from '../../../contract/texts/texts.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { headersFor, HttpReader } from '../../../node/data/http-reader.ts';
import type { FindAddresses, HostGuard } from '../../../node/data/public-host.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const tls = (name: string): Buffer => readFileSync(new URL(`../../kit/tls/${name}`, import.meta.url));
const most = 100_000;

let clock: ManualClock;
let servers: { close: () => void; closeAllConnections: () => void }[];
let reader: HttpReader | undefined;
let end: AbortController;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: IncomingMessage[];
let looked: string[];

beforeEach(() => {
  clock = new ManualClock();
  end = new AbortController();
  [servers, asked, looked] = [[], [], []];
});
afterEach(() => {
  end.abort();
  reader?.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server = createServer()): Promise<number> {
  servers.push(server);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function guardOf(allowed: string | undefined): HostGuard {
  const findAddresses: FindAddresses = (name, give) => {
    looked.push(name);
    give(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  return { allowed, findAddresses };
}

interface Choices {
  host?: string;
  allowed?: string | undefined;
  headers?: Record<string, string>;
}

async function opened({ host = 'scores.example', headers = {}, ...more }: Choices = {}): Promise<number> {
  const port = await listening();
  const url = `http://${host}:${port}/scores?key=1`;
  const secret = { id: '1', header: 'authorization' };
  const guard = guardOf('allowed' in more ? more.allowed : host);
  reader = new HttpReader({ kind: 'http', url, every: 1_000, headers, secret, secretValue: 'Bearer 1234' }, clock, {
    guard,
    most,
  });
  return port;
}
const read = async () => {
  const given = await reader!.read(end.signal);
  return given === 'unchanged' ? given : { text: Buffer.from(given.bytes).toString(), charset: given.charset };
};
const gives = (text: string | Buffer, headers: Record<string, string> = {}): void => {
  answer = (_, response) => response.writeHead(200, headers).end(text);
};

describe('an address', () => {
  it('is read with its headers and its secret', async () => {
    await opened({ headers: { 'x-event': '7' } });
    gives('a,b', { 'content-type': 'text/csv; charset="ISO-8859-1"' });
    expect(await read()).toEqual({ text: 'a,b', charset: 'ISO-8859-1' });
    expect(asked[0]).toMatchObject({
      url: '/scores?key=1',
      headers: { accept: '*/*', authorization: 'Bearer 1234', 'x-event': '7' },
    });
  });

  it('is not sent again if it did not change', async () => {
    await opened();
    answer = ({ headers }, response) => {
      const isKnown =
        headers['if-none-match'] === '"1"' && headers['if-modified-since'] === 'Thu, 01 Jan 2026 20:00:00 GMT';
      response
        .writeHead(isKnown ? 304 : 200, { etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 20:00:00 GMT' })
        .end('a');
    };
    expect([await read(), await read()]).toEqual([{ text: 'a', charset: undefined }, 'unchanged']);
    gives('b');
    expect([await read(), await read()]).toMatchObject([{ text: 'b' }, { text: 'b' }]);
    expect(asked.at(-1)?.headers).not.toHaveProperty('if-none-match');
  });

  it.each([
    ['gzip', gzipSync('a,b')],
    ['br', brotliCompressSync('a,b')],
  ])('may be packed by %s', async (encoding, packed) => {
    await opened();
    gives(packed, { 'content-encoding': encoding });
    expect(await read()).toMatchObject({ text: 'a,b' });
  });

  it('that answers otherwise is named with its status, and says when to come back', async () => {
    const port = await opened();
    const named = `http://scores.example:${port}/scores answered`;
    answer = (_, response) => response.writeHead(429, { 'retry-after': '30' }).end();
    await expect(read()).rejects.toMatchObject({ message: `${named} 429.`, retryIn: 30_000 });
    answer = (_, response) => response.writeHead(503, { 'retry-after': 'Thu, 01 Jan 2026 20:01:00 GMT' }).end();
    await expect(read()).rejects.toMatchObject({ message: `${named} 503.`, retryIn: 60_000 });
    answer = (_, response) => response.writeHead(500, { 'retry-after': 'soon' }).end();
    await expect(read()).rejects.toMatchObject({ message: `${named} 500.`, retryIn: undefined });
    answer = (_, response) => response.writeHead(304).end();
    await expect(read()).rejects.toMatchObject({ message: `${named} 304.` });
  });

  it('where nobody answers is named', async () => {
    const port = await opened();
    answer = (request) => request.socket.destroy();
    await expect(read()).rejects.toThrow(
      texts.reading.addressUnreadable(`http://scores.example:${port}/scores`, 'ECONNRESET'),
    );
  });
});

describe('an answer that is not whole', () => {
  it('of a gigabyte is cut off', async () => {
    const port = await opened();
    let sent = 0;
    let isOver = false;
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': String(2 ** 30) });
      response.on('close', () => (isOver = true));
      const more = (): void => {
        for (let room = true; room && sent < 2 ** 30 && !isOver; sent += 65_536)
          room = response.write(Buffer.alloc(65_536));
      };
      response.on('drain', more);
      more();
    };
    await expect(read()).rejects.toThrow(texts.reading.answerTooLarge(`http://scores.example:${port}/scores`, 100000));
    await expect.poll(() => isOver).toBe(true);
    // What the operating system holds of it is a few megabytes.
    expect(sent).toBeLessThan(2 ** 26);
  });

  it('but small while it is packed is cut off as well', async () => {
    await opened();
    const packed = gzipSync(Buffer.alloc(10_000_000));
    expect(packed.length).toBeLessThan(most);
    gives(packed, { 'content-encoding': 'gzip' });
    await expect(read()).rejects.toThrow('answered with more than 100000 bytes.');
  });

  it('with one byte a minute ends with its deadline', async () => {
    const port = await opened();
    const began = Promise.withResolvers<ServerResponse>();
    answer = (_, response) => {
      response.writeHead(200).write('a');
      began.resolve(response);
    };
    const reading = read();
    const ended = expect(reading).rejects.toThrow(texts.reading.incomplete(`http://scores.example:${port}/scores`, 10));
    const response = await began.promise;
    await clock.pass(9_000);
    response.write('b');
    await clock.pass(1_000);
    await ended;
    await expect.poll(() => response.destroyed).toBe(true);
  });

  it('that never begins ends with its deadline too', async () => {
    await opened();
    const came = Promise.withResolvers<undefined>();
    answer = () => came.resolve(undefined);
    const ended = expect(read()).rejects.toThrow('did not answer completely within 10 s.');
    await came.promise;
    await clock.pass(10_000);
    await ended;
  });

  it('because its line broke, or because it is badly packed, is none', async () => {
    await opened();
    answer = (request, response) =>
      response.writeHead(200, { 'content-length': 100 }).write('half', () => request.socket.destroy());
    await expect(read()).rejects.toThrow(/cannot be read \(\w+\)\.$/);
    gives(gzipSync('a,b').subarray(0, 15), { 'content-encoding': 'gzip' });
    await expect(read()).rejects.toThrow('cannot be read (Z_BUF_ERROR).');
    gives('a,b', { 'content-encoding': 'gzip' });
    await expect(read()).rejects.toThrow('cannot be read (Z_DATA_ERROR).');
    gives('a,b', { 'content-encoding': 'compress' });
    await expect(read()).rejects.toThrow('packed in an unknown way (compress)');
  });

  it('is called off when nobody wants it any more', async () => {
    await opened();
    const began = Promise.withResolvers<ServerResponse>();
    answer = (_, response) => {
      response.write('a');
      began.resolve(response);
    };
    const ended = expect(read()).rejects.toThrow('closed');
    const response = await began.promise;
    end.abort(new Error('closed'));
    await ended;
    await expect.poll(() => response.destroyed).toBe(true);
  });
});

describe('a redirect', () => {
  const redirects = (to: (url: string) => string | undefined): void => {
    answer = ({ url = '' }, response) => {
      const location = to(url);
      if (location === undefined) response.end('a,b');
      else response.writeHead(302, { location }).end();
    };
  };

  it('is followed, and the secret goes along within the same address', async () => {
    await opened();
    redirects((url) => (url === '/there' ? undefined : '/there'));
    expect(await read()).toMatchObject({ text: 'a,b' });
    expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/scores?key=1', 'Bearer 1234'],
      ['/there', 'Bearer 1234'],
    ]);
  });

  it('to another address takes neither the secret nor the headers along', () => {
    const secret = { id: '1', header: 'authorization' };
    const from = { kind: 'http' as const, url: 'http://scores.example/a', every: 1_000, headers: { 'x-event': '7' } };
    const sent = (url: string) => headersFor(new URL(url), { ...from, secret, secretValue: 'Bearer 1234' });
    expect(sent('http://scores.example/b')).toEqual({ 'x-event': '7', authorization: 'Bearer 1234' });
    for (const other of ['http://scores.example:81/a', 'https://scores.example/a', 'http://other.example/a'])
      expect(sent(other), other).toEqual({});
  });

  it.each(['scores.example', '127.0.0.1'])('to another port of %s is refused, although it is allowed', async (host) => {
    await opened({ host });
    const other = await listening();
    redirects((url) => (url === '/there' ? undefined : `http://${host}:${other}/there`));
    await expect(read()).rejects.toThrow(' is this machine or in a private network.');
    expect(asked).toHaveLength(1);
  });

  it('in a circle ends', async () => {
    const port = await opened();
    redirects((url) => `${url}x`);
    await expect(read()).rejects.toThrow(texts.reading.manyRedirects(`http://scores.example:${port}/scores`, 5));
    expect(asked).toHaveLength(6);
  });

  it.each([
    ['http://127.0.0.1:1/', '127.0.0.1 is this machine or in a private network.'],
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254 is this machine or in a private network.'],
    ['http://[::ffff:10.0.0.1]/', '[::ffff:a00:1] is this machine or in a private network.'],
    ['http://inside.example/', 'inside.example (127.0.0.1) is this machine or in a private network.'],
    ['file:///etc/passwd', 'redirects to what is no address of the web.'],
    ['http://', 'redirects to what is no address of the web.'],
  ])('to %s is refused, although the host of the source is allowed', async (location, problem) => {
    await opened();
    redirects(() => location);
    await expect(read()).rejects.toThrow(problem);
    expect(asked).toHaveLength(1);
  });

  it('from an encrypted address to an open one is refused', async () => {
    const server = createSecureServer({ cert: tls('cert.pem'), key: tls('key.pem') });
    const port = await listening(server);
    redirects(() => 'http://scores.example/there');
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, tls('cert.pem').toString()]);
    const url = `https://localhost:${port}/`;
    const guard = guardOf('localhost');
    reader = new HttpReader({ kind: 'http', url, every: 1_000, headers: {}, secretValue: undefined }, clock, {
      guard,
      most,
    });
    const refused = expect(read()).rejects.toThrow(
      texts.reading.redirectsOpenly(`https://localhost:${port}/`, 'http://scores.example/there'),
    );
    await refused.finally(() => setDefaultCACertificates(trusted));
  });
});

describe('the own network', () => {
  it('is not reached by a name that leads there', async () => {
    await opened({ allowed: undefined });
    gives('secret');
    await expect(read()).rejects.toThrow('scores.example (127.0.0.1) is this machine or in a private network.');
    expect(asked).toEqual([]);
  });

  it('is not reached by an address', async () => {
    await opened({ host: '127.0.0.1', allowed: undefined });
    gives('secret');
    await expect(read()).rejects.toThrow('127.0.0.1 is this machine or in a private network.');
    expect([asked, looked]).toEqual([[], []]);
  });

  it('is reached where the operator allows it', async () => {
    await opened({ host: '127.0.0.1' });
    gives('a,b');
    expect(await read()).toMatchObject({ text: 'a,b' });
  });
});
