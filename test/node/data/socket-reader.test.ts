import { texts } from '../../../contract/texts/texts.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { SocketReader } from '../../../node/data/socket-reader.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

let clock: ManualClock;
let server: WebSocketServer;
let reader: SocketReader;
let end: AbortController;
let url: string;
const silence = 20_000;
const loopback = (_: string, give: (error: null, all: { address: string; family: number }[]) => void): void =>
  give(null, [{ address: '127.0.0.1', family: 4 }]);

beforeEach(async () => {
  clock = new ManualClock();
  end = new AbortController();
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  url = `ws://scores.example:${(server.address() as AddressInfo).port}/live?key=1`;
  opened('scores.example');
});
afterEach(() => {
  end.abort();
  reader.close();
  for (const client of server.clients) client.terminate();
  server.close();
});

function opened(allowed: string | undefined): void {
  const guard = { allowed, findAddresses: loopback };
  reader = new SocketReader(url, clock, { guard, most: 1_000 });
}
const read = async () => Buffer.from((await reader.read(end.signal)).bytes).toString();
const connected = async (): Promise<WebSocket> => ((await once(server, 'connection')) as [WebSocket])[0];

describe('a WebSocket', () => {
  it('gives each message as a text, also one of bytes', async () => {
    const [reading, socket] = [read(), await connected()];
    socket.send('one');
    expect(await reading).toBe('one');
    socket.send(Buffer.from('two'));
    expect(await read()).toBe('two');
    expect(server.clients.size).toBe(1);
  });

  it('gives the newest of the messages that came meanwhile', async () => {
    const [reading, socket] = [read(), await connected()];
    socket.send('one');
    expect(await reading).toBe('one');
    for (const message of ['two', 'three', 'four']) socket.send(message);
    // What comes back was sent after the messages.
    socket.ping();
    await once(socket, 'pong');
    expect(await read()).toBe('four');
  });

  it('that closes gives its last message first, and opens again', async () => {
    const [reading, socket] = [read(), await connected()];
    socket.send('one');
    expect(await reading).toBe('one');
    socket.send('two');
    socket.close(1001);
    await once(socket, 'close');
    expect(await read()).toBe('two');
    const named = url.replace('?key=1', '');
    await expect(read()).rejects.toThrow(texts.reading.addressUnreadable(named, texts.reading.closedWith(1001)));
    const [next, other] = [read(), await connected()];
    other.send('three');
    expect(await next).toBe('three');
  });

  it('with a message that is too large is closed and named', async () => {
    const [reading, socket] = [read(), await connected()];
    const ended = expect(reading).rejects.toThrow('cannot be read (WS_ERR_UNSUPPORTED_MESSAGE_LENGTH).');
    socket.send('x'.repeat(1_001));
    await ended;
  });

  it('whose line broke without a word is given up', async () => {
    const [reading, socket] = [read(), await connected()];
    socket.send('one');
    expect(await reading).toBe('one');
    const broken = expect(read()).rejects.toThrow('cannot be read (it was closed with 1006).');
    // From here on, nothing that it is asked is answered.
    socket.pause();
    await clock.pass(3 * silence);
    await broken;
  });

  it('that is silent and answers stays open', async () => {
    const [first, socket] = [read(), await connected()];
    socket.send('one');
    expect(await first).toBe('one');
    for (let asked = 0; asked < 3; asked += 1) {
      const ping = once(socket, 'ping');
      await clock.pass(silence);
      await ping;
      // The answer to the ping has come when this one has been answered.
      socket.ping();
      await once(socket, 'pong');
    }
    socket.send('two');
    expect(await read()).toBe('two');
  });

  it('where there is none is named', async () => {
    const http = createServer((_, response) => response.writeHead(302, { location: 'ws://127.0.0.1/' }).end());
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    url = `ws://scores.example:${(http.address() as AddressInfo).port}/`;
    opened('scores.example');
    await expect(read()).rejects.toThrow('cannot be read (Unexpected server response: 302).');
    http.closeAllConnections();
    http.close();
  });

  it('in the own network is not opened, by name or by address', async () => {
    const tried = vi.fn();
    server.on('connection', tried);
    opened(undefined);
    await expect(read()).rejects.toThrow('scores.example (127.0.0.1) is this machine or in a private network.');
    url = url.replace('scores.example', '127.0.0.1');
    opened(undefined);
    await expect(read()).rejects.toThrow('127.0.0.1 is this machine or in a private network.');
    expect(tried).not.toHaveBeenCalled();
  });

  it('that is closed here says nothing any more', async () => {
    const [reading, socket] = [read(), await connected()];
    const ended = expect(reading).rejects.toThrow('closed here');
    end.abort(new Error('closed here'));
    reader.close();
    await ended;
    await once(socket, 'close');
  });
});
