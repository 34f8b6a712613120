import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Socket } from 'node:net';
import { carryOutAction } from '../../contract/desk-api/http-api.ts';
import type { PanelPress } from './actions.ts';
import type { DeskAddress } from './desk-link.ts';
import { baseOf } from './desk-socket.ts';
import type { SentPress } from './outcome.ts';

/** A press on its way. */
export interface PressOnItsWay {
  /** Never rejects. */
  ended: Promise<SentPress>;
  /** Whether the desk may have it. */
  isSent(): boolean;
  /** Ends it. What has not left this machine by then does not leave it any more. */
  cut(reason: string): void;
}

/**
 * Sends a press once. `age` gives the milliseconds since the press; it is asked when the desk is reached, so that a slow way to it
 * makes the press older, and the desk refuses it once it is too old.
 */
export function sendPress(address: DeskAddress, press: PanelPress, age: () => number): PressOnItsWay {
  const ended = Promise.withResolvers<SentPress>();
  let isSent = false;
  const failed = (reason: string): void => ended.resolve({ is: isSent ? 'unanswered' : 'unsent', reason });
  let connection: Socket | undefined;
  // A connection of its own: one that is kept may be closed by the desk at the moment of a press, which would then be unknown.
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
      // Without the reset, the system would go on trying to deliver what it has.
      connection?.resetAndDestroy();
      asked.destroy();
    },
  };
}
