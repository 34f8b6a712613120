import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { liveStatePath } from '../../contract/desk-api/http-api.ts';
import type { DeskAddress, Socket, SocketHandlers } from './desk-link.ts';
import { refusalOf } from './outcome.ts';

/** The address of the desk for a scheme, such as `http` or `ws`. */
export function baseOf(scheme: string, { host, port }: Pick<DeskAddress, 'host' | 'port'>): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export function dialDesk(address: DeskAddress, handlers: SocketHandlers): Socket {
  const socket = new WebSocket(`${baseOf('ws', address)}${liveStatePath}`, {
    headers: { authorization: `Bearer ${address.token}` },
  });
  let isOver = false;
  const over = (tell: () => void): void => {
    if (isOver) return;
    isOver = true;
    tell();
  };
  let reason = 'The desk closed the connection.';
  socket.on('message', (data: Buffer) => {
    if (!isOver) handlers.text(data.toString());
  });
  for (const sign of ['open', 'ping', 'pong'] as const) {
    socket.on(sign, () => {
      if (!isOver) handlers.alive();
    });
  }
  socket.on('unexpected-response', (_, response) => {
    const { statusCode: status = 0 } = response;
    const refused = (body: string): void =>
      over(() => handlers.refused(status, refusalOf({ is: 'answered', status, body })));
    text(response).then(refused, () => refused(''));
  });
  socket.on('error', (error) => (reason = `The desk cannot be reached: ${error.message}`));
  socket.on('close', () => over(() => handlers.closed(reason)));
  return {
    ping: () => {
      if (socket.readyState === WebSocket.OPEN) socket.ping();
    },
    end: () => {
      isOver = true;
      socket.terminate();
    },
  };
}
