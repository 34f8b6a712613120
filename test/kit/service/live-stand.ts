import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Composition } from '../../../scene/schema/composition.ts';
import type { ControlItem, UpdateItem } from '../../../contract/model/control.ts';
import { type Change, LiveFrame } from '../../../contract/service-api/live-channel.ts';
import { beatEvery, closeCodes } from '../../../contract/service-api/live-timing.ts';
import { PageReport } from '../../../contract/service-api/output-page.ts';
import { usualValueLimits } from '../../../contract/model/value-limits.ts';
import { keptState } from '../../../service/domain/kept-state.ts';
import { LiveCompositions } from '../../../service/domain/show.ts';
import { strict } from './strict.ts';

const media = fileURLToPath(new URL('../../../service/demo/pictures', import.meta.url));
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
 * and the demo's media, holds its show by the rules of the service's domain, speaks only frames that the contract's schema
 * takes, and can go away, fall silent and refuse.
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
  /** The clock that it goes by, milliseconds since the epoch. */
  clock = Date.now;
  /** Milliseconds that its clock is ahead of that. */
  clockAhead = 0;
  /** What pages reported of themselves, oldest first. */
  readonly reports: PageReport[] = [];
  /** The queries of all openings of the channel, oldest first. */
  readonly openings: string[] = [];
  readonly #events = new EventEmitter();
  #page: string;
  #show: LiveCompositions;
  #revision = 0;
  #url = '';
  #missed: string[] = [];
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #beating = setInterval(() => this.beat(), beatEvery);

  constructor(page: string, composition: Composition) {
    this.#page = page;
    this.#show = new LiveCompositions(composition);
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

  /** The newest revision. */
  get revision(): number {
    return this.#revision;
  }

  /** What is true of each sub-composition, the root first. */
  get control(): ControlItem[] {
    return this.#show.control();
  }

  /** Carries out a request as the service does and tells it; gives what it changed, or throws the service's refusal. */
  request(items: readonly UpdateItem[]): Change[] {
    const changes = [...this.#show.check(items, this.now(), strict).changes];
    this.change(...changes);
    return changes;
  }

  /** Applies what nobody checks and tells it; gives the revision that it made. */
  change(...changes: Change[]): number {
    const unknown = changes.find(({ id }) => !this.#show.find({ subCompositionId: id }));
    if (unknown) throw new Error(`the stand has no ${unknown.id}`);
    this.#show.apply(changes);
    return this.#tell((stamp) => ({ type: 'change', ...stamp, changes }));
  }

  /** Presses a button field, at a moment before now (ms). */
  press(id: string, button: string, ago = 0): number {
    return this.change({ id, payload: { [button]: { __serviceButton: true, ts: Math.round(this.now() - ago) } } });
  }

  /** Loads another composition and tells it as a snapshot. */
  load(composition: Composition): number {
    this.#show = new LiveCompositions(composition);
    return this.#tell(() => this.#snapshot());
  }

  /** Loads a new version and keeps states and values, as a service does that was asked for it. */
  loadKeeping(composition: Composition): number {
    const { changes } = keptState(composition, this.#show, usualValueLimits);
    this.#show = new LiveCompositions(composition);
    this.#show.apply(changes);
    return this.#tell(() => this.#snapshot());
  }

  /** Tells a snapshot of any composition, checked by nobody. The stand itself keeps the show that it has. */
  tellUnchecked(composition: unknown): number {
    this.#revision += 1;
    const text = JSON.stringify({ ...this.#snapshot(), control: [], composition });
    this.#missed.push(text);
    this.sayText(text);
    return this.#revision;
  }

  /** Ends every connection; pages may come back unless it is away. */
  drop(code = 1012): void {
    for (const socket of this.#sockets.clients) socket.close(code, 'a test ends it');
  }

  /** Beats once on every channel. */
  beat(): void {
    this.#say({ type: 'beat', revision: this.#revision, now: this.now() });
  }

  /** Ends the beats that come by themselves. */
  stopBeating(): void {
    clearInterval(this.#beating);
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
    return this.clock() + this.clockAhead;
  }

  async close(): Promise<void> {
    this.stopBeating();
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
      control: this.control,
      composition: this.#show.compositions[0],
    };
  }

  /** Tells a frame of a revision of its own, also to who comes back later. */
  #tell(frame: (stamp: { revision: number; now: number }) => LiveFrame): number {
    this.#revision += 1;
    this.#missed.push(this.#say(frame({ revision: this.#revision, now: this.now() })));
    return this.#revision;
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
