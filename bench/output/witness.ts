import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { BrowserContext } from 'playwright';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';

/** When a page heard of a revision, had applied it, and began its next frame, in milliseconds of this program's clock. */
export interface Seen {
  revision: number;
  heard: number;
  applied: number;
  frame: number;
}

/** How far a page's clock is ahead of this program's (ms), and by how much that can be wrong. */
interface Offset {
  ahead: number;
  error: number;
}

const pings = 60;

/**
 * Tells when a page changed. A few lines in the page watch `data-revision`, note the time, that of the message before it and that of
 * the next frame callback, and tell both afterwards over a WebSocket of their own, so that the telling is not in what they measured.
 */
export class Witness {
  /** How wrong its times can be (ms): half of the quickest way to the page and back. */
  readonly error: number;
  readonly #socket: ServerSocket;
  readonly #ahead: number;

  private constructor(socket: ServerSocket, { ahead, error }: Offset) {
    this.#socket = socket;
    this.#ahead = ahead;
    this.error = error;
  }

  /** Have the next page that is opened in a context watched; `open` opens it. */
  static async of(context: BrowserContext, open: () => Promise<unknown>): Promise<Witness> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await context.addInitScript(watchRevision, `ws://127.0.0.1:${port}`);
    const [[socket]] = (await Promise.all([once(server, 'connection'), open()])) as [[ServerSocket], unknown];
    server.close();
    return new Witness(socket, await offsetOf(socket));
  }

  /** Resolves when the page had a frame after this revision came into it. */
  async shows(wanted: number): Promise<Seen> {
    const told = await toldThat<Seen>(this.#socket, ({ revision }) => revision >= wanted);
    const [heard, applied, frame] = [told.heard, told.applied, told.frame].map((time) => time - this.#ahead);
    return { revision: told.revision, heard: heard!, applied: applied!, frame: frame! };
  }
}

/** The first thing that the page tells from now on and that is what is waited for. */
function toldThat<Told extends object>(socket: ServerSocket, isIt: (told: Told) => boolean): Promise<Told> {
  return new Promise((resolve) => {
    const hear = (data: Buffer): void => {
      const told = JSON.parse(data.toString()) as Told;
      if (!isIt(told)) return;
      socket.off('message', hear);
      resolve(told);
    };
    socket.on('message', hear);
  });
}

async function offsetOf(socket: ServerSocket): Promise<Offset> {
  const asked: Offset[] = [];
  while (asked.length < pings) {
    const sent = performance.now();
    socket.send('ping');
    const { pong } = await toldThat<{ pong: number }>(socket, (told) => 'pong' in told);
    const error = (performance.now() - sent) / 2;
    asked.push({ ahead: pong - sent - error, error });
  }
  return asked.reduce((best, one) => (one.error < best.error ? one : best));
}

/** In the page, before anything of it runs. */
function watchRevision(address: string): void {
  const socket = new WebSocket(address);
  const tell = (what: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what));
  };
  socket.onmessage = () => tell({ pong: performance.now() });
  let heard = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...told: ConstructorParameters<typeof WebSocket>) {
      super(...told);
      this.addEventListener('message', () => (heard = performance.now()));
    }
  };
  new MutationObserver(() => {
    const applied = performance.now();
    const revision = Number(document.documentElement.dataset.revision);
    const seen = { revision, heard, applied };
    requestAnimationFrame(() => tell({ ...seen, frame: performance.now() }));
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-revision'] });
}
