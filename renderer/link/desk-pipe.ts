import { OverlayError } from '../../contract/errors.ts';
import type { Pipe } from '../../contract/link/link.ts';

/**
 * The pipe that the preload script of the desktop window puts on `window`. It must never have more than these two
 * functions.
 */
export interface DeskPipe {
  send(text: string): void;
  onMessage(handler: (text: string) => void): void;
}

/** Opens a pipe to the desk. Fails with `desk-gone` without an answer. */
export type Dial = () => Promise<Pipe>;

/** Dials the desk: over the window's own pipe if there is one, else over a WebSocket to the page's origin. */
export function deskDial(page: Window & { deskPipe?: DeskPipe }): Dial {
  const { deskPipe } = page;
  if (deskPipe) {
    // It ends with the window, so it never closes by itself.
    return () =>
      Promise.resolve({
        send: (text) => deskPipe.send(text),
        onMessage: (handler) => deskPipe.onMessage(handler),
        onClose: () => {},
      });
  }
  const address = new URL('/link', page.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return () => openSocket(address.href);
}

function openSocket(address: string): Promise<Pipe> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.addEventListener('close', () => reject(new OverlayError('desk-gone')));
    socket.addEventListener('open', () =>
      resolve({
        send: (text) => socket.send(text),
        onMessage: (handler) => socket.addEventListener('message', ({ data }) => handler(String(data))),
        onClose: (handler) => socket.addEventListener('close', () => handler()),
      }),
    );
  });
}
