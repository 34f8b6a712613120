import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
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
