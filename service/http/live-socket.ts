import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { OverlayError } from '../../contract/errors.ts';
import { closeCodes, liveChannelPath } from '../../contract/service-api/live-channel.ts';
import type { AppInstances } from '../app-instances.ts';
import type { Opening, Subscriber } from '../live/live-channel.ts';
import type { LiveChannels } from '../live/live-channels.ts';
import { type Log, maskedPath } from '../log.ts';
import { errorBody } from './answer-error.ts';
import { checkSender } from './gate.ts';

/** A client sends nothing; a frame larger than this many bytes ends its connection. */
const mostBytesIn = 1024;
/** A client that does not answer the closing within this long (ms) is cut off, and what it left unread is let go. */
const closeWithin = 2_000;

/** What the live channel's door needs: who may come in, and where to. */
export interface LiveSocketParts {
  apps: AppInstances;
  log: Log;
  live: Pick<LiveChannels, 'enter' | 'leave'>;
}

/** Open the live channel on an HTTP server. Gives the way to end what is still connected when all had their goodbye. */
export function addLiveSocket(server: Server, parts: LiveSocketParts): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: mostBytesIn,
    closeTimeout: closeWithin,
  } as ConstructorParameters<typeof WebSocketServer>[0]);
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    try {
      checkSender(request.headers, true);
      const asked = parse(request.url ?? '');
      sockets.handleUpgrade(request, stream, head, (socket) => enter(socket, asked, parts));
    } catch (thrown) {
      refuse(thrown, request, { stream, log: parts.log });
    }
  });
  return () => sockets.clients.forEach((socket) => socket.terminate());
}

interface Asked extends Opening {
  token: string;
}

const path = new RegExp(`^${liveChannelPath.replace('{appToken}', '([^/]+)')}/?$`);

/** What a request asks of the live channel. A revision that is no number is none: a snapshot is right for everyone. */
function parse(address: string): Asked {
  const url = URL.parse(address, 'http://service.invalid');
  const token = url && path.exec(url.pathname)?.[1];
  if (!token) throw new OverlayError('route-unknown');
  const revision = url.searchParams.get('revision') ?? '';
  return {
    token,
    revision: /^\d+$/.test(revision) ? Number(revision) : undefined,
    scene: url.searchParams.get('scene') === '1',
  };
}

function enter(socket: WebSocket, asked: Asked, { apps, live }: LiveSocketParts): void {
  // A connection that breaks is followed by its close, which is all that matters.
  socket.on('error', () => socket.terminate());
  const app = apps.find(asked.token, ['app', 'output']);
  // A browser cannot see the status of a refused upgrade, so the refusal is a close code.
  if (!app) return socket.close(closeCodes.tokenUnknown, 'The service does not know this token.');
  const subscriber: Subscriber = {
    get waiting() {
      return socket.bufferedAmount;
    },
    send: (frame) => socket.send(frame, { binary: false }),
    close: (code, reason) => socket.close(code, reason),
  };
  socket.on('close', () => live.leave(app, subscriber));
  live.enter(app, subscriber, asked);
}

function refuse(thrown: unknown, request: IncomingMessage, { stream, log }: { stream: Duplex; log: Log }): void {
  const error = thrown instanceof OverlayError ? thrown : new OverlayError('internal');
  const { host, origin } = request.headers;
  log.warn('A live connection was refused.', {
    path: maskedPath(request.url ?? ''),
    host,
    origin,
    reason: error.message,
  });
  const body = JSON.stringify(errorBody(error, ''));
  const reason = error.status === 404 ? 'Not Found' : 'Forbidden';
  stream.end(
    `HTTP/1.1 ${error.status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
