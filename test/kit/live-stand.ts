import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Composition, SubComposition } from '../../contract/model/composition.ts';
import { type ControlItem, preOrder } from '../../contract/model/control.ts';
import { type Change, LiveFrame, beatEvery, closeCodes } from '../../contract/service-api/live-channel.ts';
import { PageReport } from '../../contract/service-api/output-page.ts';

const media = fileURLToPath(new URL('../../service/demo/pictures', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
};

/**
 * A stand-in for the service, for tests that need a live channel which misbehaves on purpose. It serves the built page
 * and the demo's media, speaks only frames that the contract's schema takes, and can go away, fall silent and refuse.
 */
export class LiveStand {
  /** True: nobody is let in, as if the service were not running. */
  away = false;
  /** True: connections stay open and nothing is said, as when a cable is pulled. */
  silent = false;
  /** True: whoever comes is told that the token is not known. */
  refusing = false;
  /** False: whoever resumes gets a snapshot. */
  remembers = true;
  /** Milliseconds that its clock is ahead of the machine's. */
  clockAhead = 0;
  /** What pages reported of themselves, oldest first. */
  readonly reports: PageReport[] = [];
  /** The queries of all openings of the channel, oldest first. */
  readonly openings: string[] = [];
  readonly #events = new EventEmitter();
  #page: string;
  #composition: Composition;
  #control: Map<string, ControlItem>;
  #revision = 0;
  #url = '';
  #missed: string[] = [];
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #beat = setInterval(() => this.#say({ type: 'beat', revision: this.#revision, now: this.now() }), beatEvery);

  constructor(page: string, composition: Composition) {
    this.#page = page;
    this.#composition = composition;
    this.#control = controlOf(composition);
    this.#server.on('upgrade', (request, stream, head) => {
      if (this.away) return stream.destroy();
      this.#sockets.handleUpgrade(request, stream, head, (socket) => this.#enter(socket, request));
    });
  }

  /** Begins to listen; gives the address of the on-air page, with this query. */
  async open(query = 'aspect=16:9'): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return `${this.#url}/onair/token?${query}`;
  }

  /** The address that it serves, without a trailing slash. */
  get url(): string {
    return this.#url;
  }

  /** Applies a request and tells it; gives the revision that it made. */
  change(...changes: Change[]): number {
    for (const { id, payload, state } of changes) {
      const item = this.#control.get(id);
      if (!item) throw new Error(`the stand has no ${id}`);
      Object.assign(item.payload, payload);
      if (state) item.state = state;
    }
    this.#revision += 1;
    const frame = this.#say({ type: 'change', revision: this.#revision, now: this.now(), changes });
    this.#missed.push(frame);
    return this.#revision;
  }

  /** Presses a button field, at a moment before now (ms). */
  press(id: string, button: string, ago = 0): number {
    return this.change({ id, payload: { [button]: { __serviceButton: true, ts: Math.round(this.now() - ago) } } });
  }

  /** Loads another composition and tells it as a snapshot. */
  load(composition: Composition): number {
    this.#composition = composition;
    this.#control = controlOf(composition);
    this.#revision += 1;
    this.#say(this.#snapshot());
    return this.#revision;
  }

  /** Ends every connection; pages may come back unless it is away. */
  drop(code = 1012): void {
    for (const socket of this.#sockets.clients) socket.close(code, 'a test ends it');
  }

  /** Resolves when a page opens the channel the next time. */
  async nextOpening(): Promise<void> {
    await once(this.#events, 'opened');
  }

  /** Says any text to every page. */
  sayText(text: string): void {
    for (const socket of this.#sockets.clients) socket.send(text);
  }

  /** Its clock, milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.clockAhead;
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #enter(socket: WebSocket, request: IncomingMessage): void {
    if (this.refusing) return socket.close(closeCodes.tokenUnknown, 'The service does not know this token.');
    if (this.silent) return;
    socket.on('message', (said: Buffer) => this.reports.push(PageReport.parse(JSON.parse(said.toString()))));
    const query = new URL(request.url ?? '', 'http://stand').searchParams;
    this.openings.push(query.toString());
    this.#events.emit('opened');
    const held = query.get('revision');
    const missed = held !== null && this.remembers ? this.#missed.slice(Number(held)) : undefined;
    for (const frame of missed ?? [JSON.stringify(LiveFrame.parse(this.#snapshot()))]) socket.send(frame);
  }

  #snapshot(): LiveFrame {
    return {
      type: 'snapshot',
      revision: this.#revision,
      now: this.now(),
      app: { id: 1, name: 'Stand', onairUrl: `${this.#url}/onair/token`, mediaUrl: this.#url },
      model: [],
      control: [...this.#control.values()],
      composition: this.#composition,
    };
  }

  #say(frame: LiveFrame): string {
    const text = JSON.stringify(LiveFrame.parse(frame));
    if (!this.silent) this.sayText(text);
    return text;
  }

  async #serve({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = normalize(new URL(url, 'http://stand').pathname);
    const file = path.startsWith('/media/demo/')
      ? join(media, path.slice('/media/demo/'.length))
      : join(this.#page, /^\/(?:onair|preview)\/(assets\/.*)$/.exec(path)?.[1] ?? 'index.html');
    const content = await readFile(file).catch(() => undefined);
    if (!content) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(content);
  }
}

function controlOf({ root }: Composition): Map<string, ControlItem> {
  const items = [...preOrder<SubComposition>([root])].map((sub): ControlItem => ({
    subCompositionId: sub.id,
    subCompositionName: sub.name,
    mainComposition: sub === root,
    state: 'Out1',
    payload: Object.fromEntries(sub.fields.map((field) => [field.id, field.defaultValue])),
  }));
  return new Map(items.map((item) => [item.subCompositionId, item]));
}
