import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Delivery } from '../../../contract/desk-api/delivery.ts';
import { deskApi, type DeskView } from '../../../contract/desk-api/desk-api.ts';
import { EntryAnswer, type EntryRequest } from '../../../contract/desk-api/entry.ts';
import { type LinkClient, openLink } from '../../../contract/link/link.ts';
import { changeView } from '../desk/changed-view.ts';

/**
 * A message is handed over when everything that follows from the one before it is done, as in a browser. Otherwise a change
 * that comes right after the whole view would be missed.
 */
const oneByOne = { allowSynchronousEvents: false };

/** A screen that came in by an address. */
export interface Screen {
  link: LinkClient<typeof deskApi>;
  /** Fetch a file that the desk made for this screen. */
  fetchFile(delivery: Delivery): Promise<Buffer>;
  close(): void;
}

/** The answer of a desk to a screen with this key or token; the socket belongs to the screen from then on. */
export async function enterAt(origin: string, request: Partial<EntryRequest>): Promise<[EntryAnswer, WebSocket]> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/link`, { headers: { origin }, ...oneByOne });
  await once(socket, 'open');
  socket.send(JSON.stringify({ key: null, token: null, ...request }));
  const [answer] = (await once(socket, 'message')) as [Buffer];
  return [EntryAnswer.parse(JSON.parse(answer.toString())), socket];
}

/** Come in by an address, as a browser does, and open a link. */
export async function screenAt(address: string): Promise<Screen> {
  const { origin, searchParams } = new URL(address);
  const [answer, socket] = await enterAt(origin, { token: searchParams.get('token') });
  if ('refused' in answer) throw new Error(answer.refused);
  const pipe = {
    send: (text: string) => {
      socket.send(text);
    },
    onMessage: (handler: (text: string) => void) =>
      void socket.on('message', (frame: Buffer) => {
        handler(frame.toString());
      }),
    onClose: (handler: () => void) => void socket.on('close', handler),
  };
  const link = openLink(pipe, deskApi);
  return {
    link,
    fetchFile: async (delivery) => {
      if (delivery.how !== 'download') throw new Error(delivery.how);
      const file = await fetch(origin + delivery.href);
      return Buffer.from(await file.arrayBuffer());
    },
    close: () => {
      socket.terminate();
    },
  };
}

/** The view of a desk once its connection is as it is waited for. */
export async function viewWhen(
  link: LinkClient<typeof deskApi>,
  holds: (view: DeskView) => boolean,
): Promise<DeskView> {
  const seen: { view?: DeskView } = {};
  const arrived = new Promise<DeskView>((resolve) => {
    link.on('changed', (change) => {
      if (!seen.view) return;
      changeView(seen.view, change);
      if (holds(seen.view)) resolve(seen.view);
    });
  });
  seen.view = await link.call('watch', {});
  return holds(seen.view) ? seen.view : arrived;
}
