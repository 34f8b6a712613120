import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import { beatEvery } from '../../../contract/service-api/live-timing.ts';
import { type HttpConnection, openHttpConnection } from '../../../node/http/http-connection.ts';
import type { ConnectionPort } from '../../../desk/ports.ts';
import type { Disturbed, RequestFault } from './faulty-wire.ts';
import { asksHealth, healthy } from './health-question.ts';
import { gaveUp, type ServedShow } from './served-show.ts';
import { oddAnswer, refusal, WiredService } from './wired-service.ts';

/** A live channel that is open, and what became of it. */
interface Channel extends Disturbed {
  socket: WebSocket;
}

/**
 * A service on loopback, real sockets and all, that goes wrong as it is told to: HTTP for the rows with an app token, and a
 * WebSocket for the live channel. What it serves is a show with the service's own rules.
 */
export class FaultyService extends WiredService<Channel> {
  readonly #http: HttpConnection = openHttpConnection();
  readonly #lines = new Set<Socket>();
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #beat = setInterval(
    () => this.channels.forEach((channel) => this.tell(channel, this.show.beat())),
    beatEvery,
  );
  #base = '';

  constructor(show: ServedShow, clock: () => number) {
    super(show, clock);
    this.#server.on('connection', (line: Socket) => this.#meet(line));
    this.#server.on('upgrade', (request, line: Socket, head) => this.#upgrade(request, line, head));
  }

  /** Begins to listen; gives its address. */
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#base = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this.#base;
  }

  /** The desk's way to it, which notes what is sent. */
  readonly connection: ConnectionPort = {
    request: (request, signal) => {
      if (request.method === 'PATCH') this.note(request);
      return this.#http.request(request, signal);
    },
    openLive: (url, handlers) => this.#http.openLive(url, handlers),
  };

  async close(): Promise<void> {
    clearInterval(this.#beat);
    this.#http.close();
    this.away = true;
    this.#server.close();
    await once(this.#server, 'close');
  }

  protected override cutLines(): void {
    for (const line of this.#lines) line.destroy();
  }

  protected override cut({ socket }: Channel): void {
    socket.terminate();
  }

  protected override deliver(channel: Channel, text: string): void {
    const { socket, delay } = channel;
    const say = (): void => {
      if (socket.readyState === socket.OPEN && !channel.silent) socket.send(text);
    };
    // Timers of one length run in their order, so frames keep theirs.
    if (delay === 0) say();
    else setTimeout(say, delay);
  }

  #meet(line: Socket): void {
    this.#lines.add(line);
    line.on('close', () => this.#lines.delete(line));
    line.on('error', () => line.destroy());
    if (this.away) line.destroy();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (asksHealth(request)) return void response.writeHead(healthy.status).end(healthy.body);
    const fault = this.nextFault(request.method);
    if (fault.kind === 'reset-within') return void setTimeout(() => resetWithin(request), fault.there);
    const body = await text(request).catch(() => undefined);
    if (body === undefined || fault.kind === 'half-open') return;
    if (fault.kind === 'refused') return void request.socket.resetAndDestroy();
    setTimeout(
      () => this.#act(fault, { request, body, response }),
      fault.kind === 'dialled' ? fault.opening : fault.there,
    );
  }

  #act(
    fault: RequestFault,
    { request, body, response }: { request: IncomingMessage; body: string; response: ServerResponse },
  ): void {
    const line = request.socket;
    // A desk that gives up closes its line, and what had not arrived by then never does.
    if (line.destroyed && fault.kind !== 'stalled') return;
    if (fault.kind === 'reset-before') return void line.resetAndDestroy();
    const { method, url = '' } = request;
    const {
      status,
      body: told,
      etag,
    } = fault.kind === 'status'
      ? refusal(fault.status)
      : this.carryOut({ method, url, body }, line.destroyed ? gaveUp : 'desk');
    const answer = (code = status, content = told): void => {
      response.writeHead(code, {
        'content-type': 'application/json',
        ...(etag && { etag }),
        ...(code === 429 && { 'retry-after': '1' }),
      });
      response.end(content);
    };
    switch (fault.kind) {
      case 'mute':
        return;
      case 'reset-after':
        response.writeHead(200, { 'content-length': told.length + 10 });
        return void response.write(told, () => line.resetAndDestroy());
      case 'garbage':
        return void line.end('\u0000\u0001 this is no HTTP\r\n\r\n');
      case 'odd':
        return answer(status, oddAnswer({ status, body: told, etag }).body);
      case 'failed-after':
        return answer(500, refusal(500).body);
      case 'twice':
        answer();
        return void line.write(`HTTP/1.1 200 OK\r\ncontent-length: ${told.length}\r\n\r\n${told}`);
      default:
        setTimeout(answer, fault.kind === 'none' ? fault.back : 0);
    }
  }

  #upgrade(request: IncomingMessage, line: Socket, head: Buffer): void {
    if (!this.hasLive) return void line.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    this.#sockets.handleUpgrade(request, line, head, (socket) => {
      const channel: Channel = { socket, silent: false, skip: false, delay: 0 };
      const held = new URL(request.url ?? '', this.#base).searchParams.get('revision');
      this.channels.add(channel);
      for (const frame of this.show.opening(held === null ? undefined : Number(held))) this.tell(channel, frame);
      const stop = this.show.listen((frame) => this.tell(channel, frame));
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        stop();
        this.channels.delete(channel);
      });
    });
  }
}

/** Breaks the line of a request as soon as half of its body, or more, has been read. */
function resetWithin(request: IncomingMessage): void {
  const half = Number(request.headers['content-length'] ?? 0) / 2;
  const reset = (): void => void request.socket.resetAndDestroy();
  let read = 0;
  request.on('data', (part: Buffer) => {
    read += part.length;
    if (read >= half) reset();
  });
  request.on('end', reset);
}
