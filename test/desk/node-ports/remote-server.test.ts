import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { systemClock } from '../../../desk/node-ports/clock.ts';
import { remoteServer } from '../../../desk/node-ports/remote-server.ts';
import type { RemoteReader } from '../../../desk/ports.ts';
import { freePort } from '../../kit/free-port.ts';

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
