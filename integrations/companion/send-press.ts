import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Socket } from 'node:net';
import { carryOutAction } from '../../contract/desk-api/http-api.ts';
import type { PanelPress } from './actions.ts';
import type { DeskAddress } from './desk-link.ts';
import { baseOf } from './desk-socket.ts';
import type { SentPress } from './outcome.ts';

export interface PressOnItsWay {
  /** Never rejects. */
  ended: Promise<SentPress>;
  isSent(): boolean;
  /** Ends it. Bytes still on this machine are not sent. */
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
