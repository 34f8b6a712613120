import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';
import { codeOf, OverlayError } from '../contract/errors.ts';
import type { OpenRemoteServer, RemoteAnswer, RemoteHandlers, RemoteRequest } from '../desk/ports.ts';
import type { Clock } from '../contract/clock.ts';
import { texts } from '../contract/texts/texts.ts';

const mostConnections = 500;
/** A client may send 100 requests at once (`remote-clients.ts`), each over a connection of its own. */
const mostOfAddress = 200;
/** Milliseconds for the headers of a request, and for all of it. */
const timing = { headersTimeout: 5_000, requestTimeout: 20_000, connectionsCheckingInterval: 1_000 };
/** Bytes that a reader may lag behind. */
const mostBehind = 4 * 1024 * 1024;
/** Milliseconds between two pings. */
const pingEach = 15_000;

export function remoteServer(clock: Pick<Clock, 'monotonic'>): OpenRemoteServer {
  return async (at, handlers) => {
    const readers = deskReaders();
    const http = createServer(timing);
    const admit = placesOf(http);
    const requestIn = (message: IncomingMessage) => requestOf(message, { at: clock.monotonic(), admit });
    const answered = new WeakSet<Duplex>();
    http.on('request', (message, response) => {
      const { socket } = message;
      // Hundreds of pipelined requests would delay a press on the desk. Usual clients never pipeline.
      if (answered.has(socket)) return void socket.destroy();
      answered.add(socket);
      response.on('close', () => answered.delete(socket));
      void answer(requestIn(message), response, handlers);
    });
    http.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
      const opened = handlers.open(requestIn(message));
      if ('status' in opened) return refuse(socket, opened);
      readers.add({ message, socket, head }, opened);
    });
    http.listen({ ...at, exclusive: true });
    await once(http, 'listening');
    return {
      closeClient: (client, mayStay) => readers.close((of) => of.client === client && !mayStay(of.address)),
      async close() {
        readers.close(() => true);
        http.closeAllConnections();
        http.close();
        await once(http, 'close');
      },
    };
  };
}

/**
 * Connections that have shown no right token yet, oldest first; the returned function takes one away.
 *
 * Attack: a program opens connections until panels and panic get none. Where there are too many, of an address or in
 * all, the oldest without a token is closed, so that a client has its place as soon as it asks for something.
 */
function placesOf(http: Server): (socket: Duplex) => void {
  const open = new Map<Duplex, string>();
  const strangers = new Set<Duplex>();
  http.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    open.set(socket, remoteAddress);
    strangers.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      strangers.delete(socket);
    });
    const here = [...open.values()].filter((address) => address === remoteAddress).length;
    if (here <= mostOfAddress && open.size <= mostConnections) return;
    const isMeant = (stranger: Duplex): boolean => here <= mostOfAddress || open.get(stranger) === remoteAddress;
    [...strangers].find(isMeant)?.destroy();
  });
  return (socket) => void strangers.delete(socket);
}

function deskReaders() {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1_024 });
  const open = new Map<WebSocket, { client: string; address: string }>();
  return {
    add(
      { message, socket, head }: { message: IncomingMessage; socket: Duplex; head: Buffer },
      { client, serve }: Exclude<ReturnType<RemoteHandlers['open']>, RemoteAnswer>,
    ): void {
      sockets.handleUpgrade(message, socket, head, (reader) => {
        let isThere = true;
        open.set(reader, { client, address: message.socket.remoteAddress ?? '' });
        const leave = serve({
          send(text) {
            if (reader.bufferedAmount > mostBehind) return reader.terminate();
            reader.send(text);
          },
        });
        const ping = setInterval(() => {
          if (!isThere) return reader.terminate();
          isThere = false;
          reader.ping();
        }, pingEach);
        reader.on('pong', () => (isThere = true));
        reader.on('error', () => undefined);
        reader.on('close', () => {
          clearInterval(ping);
          leave();
          open.delete(reader);
        });
      });
    },
    close(isMeant: (of: { client: string; address: string }) => boolean): void {
      for (const [reader, of] of open) if (isMeant(of)) reader.terminate();
    },
  };
}

function requestOf(
  message: IncomingMessage,
  { at, admit }: { at: number; admit: (socket: Duplex) => void },
): RemoteRequest {
  const { method = 'GET', url = '/', headers, socket } = message;
  return {
    method,
    target: url,
    address: socket.remoteAddress ?? '',
    host: headers.host,
    origin: headers.origin,
    authorization: headers.authorization,
    at,
    admitted: () => admit(socket),
    body: async (most) => unpacked(await bodyOf(message, most), { encoding: headers['content-encoding'], most }),
  };
}

async function bodyOf(message: IncomingMessage, most: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of message as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > most) throw new OverlayError('body-too-large');
      parts.push(part);
    }
  } catch (error) {
    // A client that hangs up is no failure of the desk.
    throw codeOf(error) === 'ECONNRESET' ? new OverlayError('body-not-json') : error;
  }
  return Buffer.concat(parts);
}

const gunzipped = promisify(gunzip);

async function unpacked(
  body: Uint8Array,
  { encoding = 'identity', most }: { encoding: string | undefined; most: number },
): Promise<Uint8Array> {
  if (encoding === 'identity') return body;
  if (encoding !== 'gzip') throw new OverlayError('media-type-unsupported', texts.remote.packed(encoding.slice(0, 40)));
  return gunzipped(body, { maxOutputLength: most }).catch((thrown: unknown) => {
    throw new OverlayError(codeOf(thrown) === 'ERR_BUFFER_TOO_LARGE' ? 'body-too-large' : 'body-not-json');
  });
}

async function answer(request: RemoteRequest, response: ServerResponse, handlers: RemoteHandlers): Promise<void> {
  const { status, headers, body } = await handlers.answer(request);
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 413 && { connection: 'close' }),
  });
  response.end(body);
}

function refuse(socket: Duplex, { status, headers, body }: RemoteAnswer): void {
  const all = { ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${String(status)} Refused\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
