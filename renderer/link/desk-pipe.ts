import { OverlayError } from '../../contract/errors.ts';
import type { Pipe } from '../../contract/link/link.ts';

/** What the preload script of the desktop window puts on `window`: two functions, never more. */
export interface DeskPipe {
  send(text: string): void;
  onMessage(handler: (text: string) => void): void;
}

/** Opens a pipe to the desk; fails with `desk-gone` where nothing answers. */
export type Dial = () => Promise<Pipe>;

/** The way to the desk on this page: the window's own pipe where there is one, else a WebSocket to the page's origin. */
export function wayToDesk(page: Window & { deskPipe?: DeskPipe }): Dial {
  const { deskPipe } = page;
  if (deskPipe) return () => Promise.resolve(windowPipe(deskPipe));
  const address = new URL('/link', page.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return () => openSocket(address.href);
}

/** The window's pipe ends with the window itself, so it never tells that it closed. */
function windowPipe(pipe: DeskPipe): Pipe {
  return {
    send: (text) => pipe.send(text),
    onMessage: (handler) => pipe.onMessage(handler),
    onClose: () => {},
  };
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
