import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { asOverlayError, OverlayError } from '../../contract/errors.ts';
import { deskNameLength } from '../../contract/service-api/desk-presence.ts';
import { closeCodes, liveChannelPath, longestReport } from '../../contract/service-api/live-timing.ts';
import type { HeldApp } from '../held-app.ts';
import type { Work } from '../work.ts';
import type { Opening, Subscriber } from '../live/live-channel.ts';
import { type ServiceLog, maskedPath } from '../log.ts';
import { errorBody, logFault, endWith } from './answer-error.ts';
import type { HttpConnections } from './connections.ts';
import type { Gate } from './gate.ts';

/** Milliseconds for the answer to a close, before the connection is cut and its memory freed. */
const closeWithin = 2_000;

/** Returns a function that ends all connections left after the close. */
export function addLiveSocket({ server, tooMany }: HttpConnections, gate: Gate, work: Work): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: longestReport,
    closeTimeout: closeWithin,
  } as ConstructorParameters<typeof WebSocketServer>[0]);
  const encode = { framed: lastMade(textFrames), bytes: lastMade((text: string) => Buffer.from(text)) };
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    try {
      if (tooMany(request)) throw new OverlayError('too-many-connections');
      gate.check(request.headers, 'live');
      const opening = parse(request.url ?? '');
      const app = work.apps.byToken(opening.token, ['app', 'output']);
      sockets.handleUpgrade(request, stream, head, (socket) => {
        socket.on('error', () => socket.terminate());
        const connection = { socket, stream, encode };
        if (app) return enter(connection, { app, opening }, work);
        // Browsers cannot see the status of a refused upgrade, so use a close code.
        socket.close(closeCodes.tokenUnknown, 'The service does not know this token.');
      });
    } catch (thrown) {
      const error = asOverlayError(thrown);
      endWith(stream, error.status, errorBody(error, logRefusal(work.log, error, request)));
    }
  });
  return () => sockets.clients.forEach((socket) => socket.terminate());
}

const path = new RegExp(`^${liveChannelPath.replace('{appToken}', '([^/]+)')}/?$`);

export function isLivePath(pathname: string): boolean {
  return path.test(pathname);
}

/** Ignores a revision that is not a number, because a snapshot is always correct. */
function parse(address: string): Opening {
  const url = URL.parse(address, 'http://service.invalid');
  const token = url && path.exec(url.pathname)?.[1];
  if (!token) throw new OverlayError('route-unknown');
  const revision = url.searchParams.get('revision') ?? '';
  return {
    token,
    revision: /^\d+$/.test(revision) ? Number(revision) : undefined,
    scene: url.searchParams.get('scene') === '1',
    outputs: url.searchParams.get('outputs') === '1',
    desk: url.searchParams.get('desk')?.slice(0, deskNameLength),
  };
}

interface LiveConnection {
  socket: WebSocket;
  stream: Duplex;
  encode: { framed: (texts: readonly string[]) => Buffer; bytes: (text: string) => Buffer };
}

function enter(
  { socket, stream, encode }: LiveConnection,
  { app, opening }: { app: HeldApp; opening: Opening },
  { live }: Work,
): void {
  const subscriber: Subscriber = {
    get waiting() {
      return stream.writableLength;
    },
    send: (texts) => {
      if (socket.readyState === socket.OPEN) stream.write(encode.framed(texts));
    },
    sendInTwo: ([own, shared]) => {
      if (socket.readyState !== socket.OPEN) return;
      const parts = [Buffer.from(own), encode.bytes(shared)] as const;
      // Corking sends the parts in one write without copying.
      stream.cork();
      stream.write(textHeader(parts[0].byteLength + parts[1].byteLength));
      for (const part of parts) stream.write(part);
      stream.uncork();
    },
    close: (code, reason) => socket.close(code, reason),
  };
  stream.on('drain', () => live.drained(app, subscriber));
  socket.on('close', () => live.leave(app, subscriber));
  // Binary data counts as an empty report, which is refused.
  socket.on('message', (data: Buffer, binary) => live.report(app, subscriber, binary ? '' : data.toString('utf8')));
  live.enter(app, subscriber, opening);
}

/** Caches the last result, because the same data usually goes to several readers in turn. */
function lastMade<From>(make: (from: From) => Buffer): (from: From) => Buffer {
  let last: { from: From; made: Buffer } | undefined;
  return (from) => {
    if (last?.from !== from) last = { from, made: make(from) };
    return last.made;
  };
}

/** Returns an id that links the answer to the log, or an empty text. */
function logRefusal(log: ServiceLog, error: OverlayError, { url = '', headers }: IncomingMessage): string {
  const { host, origin } = headers;
  const path = maskedPath(url);
  const id = logFault(log, error, { path });
  if (!id) log.warn('A live connection was refused.', { path, host, origin, reason: error.message });
  return id;
}

/** Encodes text frames once for all readers. RFC 6455, 5.2: FIN and opcode 1, no mask, 7-, 16- or 64-bit length. */
export function textFrames(texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.flatMap((text) => {
      const payload = Buffer.from(text);
      return [textHeader(payload.byteLength), payload];
    }),
  );
}

function textHeader(length: number): Buffer {
  if (length < 126) return Buffer.of(0x81, length);
  if (length < 65_536) return Buffer.of(0x81, 126, length >> 8, length & 0xff);
  const header = Buffer.of(0x81, 127, 0, 0, 0, 0, 0, 0, 0, 0);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
