import { texts } from '../../../contract/texts/texts.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type HttpConnection, openHttpConnection } from '../../../node/http/http-connection.ts';

const never = new AbortController().signal;
let connection: HttpConnection;
let server: Server;
let base = '';
let asked: { method: string; url: string; type?: string; user?: string; body: string; port: number | undefined }[] = [];

async function remember(request: IncomingMessage): Promise<void> {
  const { method = '', url = '', headers, socket } = request;
  const said = { type: headers['content-type'], user: headers.authorization };
  asked.push({ method, url, ...said, body: await text(request), port: socket.remotePort } as (typeof asked)[number]);
}

beforeEach(async () => {
  asked = [];
  connection = openHttpConnection();
  server = createServer((request, response) => {
    void remember(request).then(() => {
      if (request.url === '/silent') return;
      if (request.url === '/half') {
        response.writeHead(200, { 'content-length': 100 }).write('half', () => request.socket.destroy());
        return;
      }
      response.writeHead(409, { etag: '"7"' }).end('{"said":"ö"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(() => {
  connection.close();
  server.closeAllConnections();
  server.close();
});

describe('a request', () => {
  it('arrives as it was asked, and gives the whole answer, whatever its status', async () => {
    let sent = 0;
    const request = { method: 'PATCH', url: `http://${base}/a?b=1`, body: '[1]', onSent: () => void sent++ };
    const answer = await connection.request(request, never);
    expect(answer).toMatchObject({ status: 409, body: '{"said":"ö"}', etag: '"7"' });
    expect(sent).toBe(1);
    expect(asked).toMatchObject([
      { method: 'PATCH', url: '/a?b=1', type: 'application/json; charset=utf-8', body: '[1]' },
    ]);
  });

  it('names who asks by HTTP Basic, and the kind of a body that is not JSON', async () => {
    const account = { email: 'ö@overlay.local', password: 'a:b' };
    const body = new TextEncoder().encode('--form');
    await connection.request(
      { method: 'PUT', url: `http://${base}/`, body, mediaType: 'multipart/form-data', account },
      never,
    );
    const user = Buffer.from('ö@overlay.local:a:b').toString('base64');
    expect(asked).toMatchObject([{ type: 'multipart/form-data', body: '--form', user: `Basic ${user}` }]);
  });

  it('uses the socket of the one before it, and names no content where there is none', async () => {
    await connection.request({ method: 'GET', url: `http://${base}/1` }, never);
    await connection.request({ method: 'GET', url: `http://${base}/2` }, never);
    expect(asked.map(({ type }) => type)).toEqual([undefined, undefined]);
    expect(asked[0]?.port).toBe(asked[1]?.port);
  });

  it('that is called off rejects, and is known to have been sent', async () => {
    const abort = new AbortController();
    const onSent = (): void => {
      abort.abort();
    };
    const request = { method: 'GET', url: `http://${base}/silent`, onSent };
    await expect(connection.request(request, abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(abort.signal.aborted).toBe(true);
  });

  it('to nobody rejects, and was never sent', async () => {
    const nobody = createSocketServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const { port } = nobody.address() as AddressInfo;
    nobody.close();
    await once(nobody, 'close');
    let sent = 0;
    const request = { method: 'GET', url: `http://127.0.0.1:${String(port)}/`, onSent: () => void sent++ };
    await expect(connection.request(request, never)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBe(0);
  });

  it('whose answer breaks off rejects', async () => {
    await expect(connection.request({ method: 'GET', url: `http://${base}/half` }, never)).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });
});

describe('a live connection', () => {
  async function live(): Promise<{ theirs: WebSocket; told: unknown[]; close(): void; gone: Promise<unknown> }> {
    const sockets = new WebSocketServer({ server });
    const told: unknown[] = [];
    let close = (): void => undefined;
    const gone = new Promise((resolve) => {
      const handlers = {
        onText: (frame: string) => void told.push(frame),
        onClose: (code: number, reason: string) => {
          resolve({ code, reason });
        },
      };
      close = connection.openLive(`ws://${base}/live`, handlers).close;
    });
    const [theirs] = (await once(sockets, 'connection')) as [WebSocket];
    return { theirs, told, close, gone };
  }

  it('hands over each text in order, then the code and the reason it was closed for', async () => {
    const { theirs, told, gone } = await live();
    theirs.send('one');
    theirs.send('zwö');
    theirs.close(4404, 'token revoked');
    expect(await gone).toEqual({ code: 4404, reason: 'token revoked' });
    expect(told).toEqual(['one', 'zwö']);
  });

  it('is not compressed', async () => {
    const { theirs, close } = await live();
    expect(theirs.extensions).toBe('');
    close();
  });

  it('that breaks is closed with 1006', async () => {
    const { theirs, gone } = await live();
    theirs.terminate();
    expect(await gone).toMatchObject({ code: 1006 });
  });

  it('that is closed here says nothing any more, and the other end hears of it', async () => {
    const { theirs, told, close, gone } = await live();
    theirs.send('late');
    close();
    await once(theirs, 'close');
    expect(told).toEqual([]);
    expect(await Promise.race([gone, Promise.resolve('never told')])).toBe('never told');
  });

  it('that was refused says so', async () => {
    server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'));
    const gone = await new Promise((resolve) => {
      connection.openLive(`ws://${base}/live`, {
        onText: () => undefined,
        onClose: (code, reason) => {
          resolve({ code, reason });
        },
      });
    });
    expect(gone).toEqual({ code: 1006, reason: texts.link.noLiveChannel(404) });
  });
});
