import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { systemClock } from '../../node/clock.ts';
import { remoteServer } from '../../node/remote-server.ts';
import type { RemoteReader } from '../../desk/ports.ts';
import { freePort } from '../kit/free-port.ts';

it('closes the WebSockets of a client from where it may not come any more, and no others', async () => {
  const at = { host: '127.0.0.1', port: await freePort() };
  const readers: RemoteReader[] = [];
  const server = await remoteServer(systemClock)(at, {
    answer: () => Promise.reject(new Error('Nobody asks.')),
    open: ({ target }) => ({
      client: target,
      serve: (reader) => {
        readers.push(reader);
        return () => undefined;
      },
    }),
  });
  onTestFinished(() => server.close());
  const socketOf = async (client: string): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${at.port}${client}`);
    await once(socket, 'open');
    return socket;
  };
  const panel = await socketOf('/panel');
  const scores = await socketOf('/scores');
  const ended = once(panel, 'close');

  server.closeClient('/panel', (address) => address === '127.0.0.1');
  const told = once(panel, 'message');
  readers[0]?.send('stays');
  expect(String((await told)[0])).toBe('stays');

  server.closeClient('/panel', (address) => address === '192.0.2.7');
  await ended;
  expect(scores.readyState).toBe(WebSocket.OPEN);
});

it('answers one request of a connection after the other, and ends a connection that sends hundreds at once', async () => {
  const at = { host: '127.0.0.1', port: await freePort() };
  let asked = 0;
  const server = await remoteServer(systemClock)(at, {
    async answer() {
      asked += 1;
      await new Promise((resolve) => void setImmediate(resolve));
      return { status: 200, headers: {}, body: String(asked) };
    },
    open: () => ({ status: 404, headers: {}, body: '' }),
  });
  onTestFinished(() => server.close());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const answers: string[] = [];
  for (let nth = 0; nth < 20; nth += 1) {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    get({ ...at, agent }, (response) => void text(response).then(resolve, reject)).on('error', reject);
    answers.push(await promise);
  }
  expect(answers).toEqual(Array.from({ length: 20 }, (_, nth) => String(nth + 1)));

  const flood = connect(at.port, at.host);
  flood.on('error', () => undefined);
  flood.write('GET / HTTP/1.1\r\nhost: desk\r\n\r\n'.repeat(500));
  await once(flood, 'close');
  expect(asked).toBe(21);
});

describe('where many connect', () => {
  /** A server whose clients have the token "right"; the connections of a test end with it. */
  async function served() {
    const at = { host: '127.0.0.1', port: await freePort() };
    const server = await remoteServer(systemClock)(at, {
      async answer({ authorization, admitted, body }) {
        if (authorization !== 'right') return { status: 401, headers: {}, body: '' };
        admitted();
        return { status: 200, headers: {}, body: String((await body(100)).length) };
      },
      open: () => ({ status: 404, headers: {}, body: '' }),
    });
    onTestFinished(() => server.close());
    const connected = async (localAddress = '127.0.0.1'): Promise<Socket> => {
      const socket = connect({ ...at, localAddress });
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    /** The status of the answer on this connection, which stays open; nothing if it is closed. */
    const ask = async (socket: Socket): Promise<string | undefined> => {
      if (socket.readableEnded || socket.destroyed) return undefined;
      socket.write('GET / HTTP/1.1\r\nhost: desk\r\nauthorization: right\r\n\r\n');
      const closed = once(socket, 'close').then(() => undefined);
      const answer = once(socket, 'data').then(([data]) => String(data));
      return (await Promise.race([answer, closed]))?.split(' ')[1];
    };
    return { connected, ask };
  }

  it('a client with the right token gets in, and stays, however many say nothing', async () => {
    const { connected, ask } = await served();
    const panel = await connected();
    expect(await ask(panel)).toBe('200');
    for (let nth = 0; nth < 600; nth += 1) await connected(`127.0.0.${1 + (nth % 4)}`);
    expect(await ask(await connected())).toBe('200');
    expect(await ask(panel)).toBe('200');
  });

  it('an address has its share, whatever its token', async () => {
    const { connected, ask } = await served();
    for (let nth = 0; nth < 200; nth += 1) expect(await ask(await connected())).toBe('200');
    expect(await ask(await connected())).toBeUndefined();
    expect(await ask(await connected('127.0.0.2'))).toBe('200');
  });
});

it('a body that its client cuts off is not the fault of the desk', async () => {
  const at = { host: '127.0.0.1', port: await freePort() };
  const failed = Promise.withResolvers<unknown>();
  const server = await remoteServer(systemClock)(at, {
    async answer({ body }) {
      await body(100).catch(failed.resolve);
      return { status: 400, headers: {}, body: '' };
    },
    open: () => ({ status: 404, headers: {}, body: '' }),
  });
  onTestFinished(() => server.close());
  const client = connect(at.port, at.host);
  client.write('POST / HTTP/1.1\r\nhost: desk\r\ncontent-length: 10\r\n\r\nhalf');
  await once(client, 'connect');
  setImmediate(() => client.destroy());
  expect(await failed.promise).toMatchObject({ code: 'body-not-json' });
});
