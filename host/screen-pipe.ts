import type { WebSocket } from 'ws';
import type { Pipe } from '../contract/link/link.ts';

/** What may wait (bytes) for a screen that does not read; a screen that is further behind must start anew. */
const mostWaiting = 16 * 1024 * 1024;

/** A WebSocket as the pipe of a screen. */
export function screenPipe(socket: WebSocket): Pipe {
  return {
    send(text) {
      if (socket.bufferedAmount > mostWaiting) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(text);
    },
    onMessage(handler) {
      socket.on('message', (data: Buffer) => {
        handler(data.toString('utf8'));
      });
    },
    onClose(handler) {
      socket.once('close', () => {
        handler();
      });
    },
  };
}
