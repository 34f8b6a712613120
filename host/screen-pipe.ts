import type { WebSocket } from 'ws';
import type { Pipe } from '../contract/link/link.ts';

/** Unread bytes after which a screen must reload. */
const mostWaiting = 16 * 1024 * 1024;

/** Many screens get the same text, so it is encoded once. */
let last = { text: '', bytes: Buffer.alloc(0) };

export function screenPipe(socket: WebSocket): Pipe {
  return {
    send(text) {
      if (socket.bufferedAmount > mostWaiting) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(bytesOf(text), { binary: false });
    },
    onMessage(handler) {
      socket.on('message', (data: Buffer) => handler(data.toString('utf8')));
    },
    onClose(handler) {
      socket.once('close', () => handler());
    },
  };
}

function bytesOf(text: string): Buffer {
  if (last.text !== text) last = { text, bytes: Buffer.from(text) };
  return last.bytes;
}
