import { EntryAnswer, type EntryRequest } from '../../contract/desk-api/entry.ts';
import { OverlayError } from '../../contract/errors.ts';
import { parsedJson } from '../../contract/json-text.ts';
import type { Pipe } from '../../contract/link/link.ts';

/**
 * The pipe that the preload script of the desktop window puts on `window`. It must never have more than these two
 * functions.
 */
export interface DeskPipe {
  send(text: string): void;
  onMessage(handler: (text: string) => void): void;
}

/**
 * Opens a pipe to the desk. `screen`: the name that this screen had before. Fails with `desk-gone` without an answer,
 * with `unauthorized` if this browser is not let in.
 */
export type Dial = (screen?: string) => Promise<Pipe>;

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
  return (screen) => openSocket(page, screen);
}

const keyName = 'key';

function openSocket({ location, localStorage, history }: Window, screen: string | undefined): Promise<Pipe> {
  const address = new URL('/link', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.addEventListener('close', () => reject(new OverlayError('desk-gone')));
    socket.addEventListener('open', () => {
      const key = localStorage.getItem(keyName);
      const token = new URLSearchParams(location.search).get('token');
      socket.send(JSON.stringify({ key, token, screen } satisfies EntryRequest));
    });
    const enter = ({ data }: MessageEvent): void => {
      const { data: answer } = EntryAnswer.safeParse(parsedJson(String(data)));
      // Another program has the port.
      if (!answer) return socket.close();
      if ('refused' in answer) return reject(new OverlayError('unauthorized', answer.refused));
      localStorage.setItem(keyName, answer.key);
      if (location.search !== '') history.replaceState(null, '', location.pathname + location.hash);
      resolve({
        send: (text) => socket.send(text),
        onMessage: (handler) => socket.addEventListener('message', ({ data }) => handler(String(data))),
        onClose: (handler) => socket.addEventListener('close', () => handler()),
      });
    };
    socket.addEventListener('message', enter, { once: true });
  });
}
