import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { carryOutAction, liveStatePath } from '../../contract/desk-api/http-api.ts';
import type { DeskAddress, DeskSocket, SocketHandlers } from './desk-link.ts';
import { refusalOf, type SentPress } from './outcome.ts';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import type { PanelPress } from './actions.ts';

function baseOf(scheme: string, { host, port }: Pick<DeskAddress, 'host' | 'port'>): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export function dialDesk(address: DeskAddress, handlers: SocketHandlers): DeskSocket {
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

export interface PressOnItsWay {
  /** Never rejects. */
  ended: Promise<SentPress>;
  isSent(): boolean;
  /** Bytes still on this machine are not sent. */
  cut(reason: string): void;
}

/**
 * Sends a press once. `age`: milliseconds since the press, read when the desk is reached. A slow network makes the
 * press older, and the desk refuses a press that is too old.
 */
export function sendPress(address: DeskAddress, press: PanelPress, age: () => number): PressOnItsWay {
  const ended = Promise.withResolvers<SentPress>();
  let isSent = false;
  const failed = (reason: string): void => ended.resolve({ is: isSent ? 'unanswered' : 'unsent', reason });
  let connection: Socket | undefined;
  // A fresh connection: the desk may close a kept one at the moment of a press, whose outcome would then be unknown.
  const asked = request(`${baseOf('http', address)}${carryOutAction.path}`, {
    method: carryOutAction.method,
    headers: { authorization: `Bearer ${address.token}`, 'content-type': 'application/json' },
    agent: false,
  });
  asked.on('socket', (socket) => {
    connection = socket;
    socket.once('connect', () => {
      isSent = true;
      const body = JSON.stringify({ ...press, age: Math.round(age()) });
      asked.setHeader('content-length', Buffer.byteLength(body));
      asked.end(body);
    });
  });
  asked.on('response', (response) => {
    const { statusCode: status = 0 } = response;
    text(response).then(
      (body) => ended.resolve({ is: 'answered', status, body }),
      (error: unknown) => failed(String(error)),
    );
  });
  asked.on('error', (error) => failed(error.message));
  return {
    ended: ended.promise,
    isSent: () => isSent,
    cut(reason) {
      failed(reason);
      // Without the reset, the system would keep trying to deliver the bytes.
      connection?.resetAndDestroy();
      asked.destroy();
    },
  };
}
