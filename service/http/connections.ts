import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerFull, answerGarbage, answerWrongHost } from './answer-error.ts';
import type { Gate } from './gate.ts';
import type { Limits, TlsFiles } from './network-terms.ts';

/** Connections accepted beyond the limit, only to answer why they are refused. */
const toldWhy = 32;
/** In ms. */
const lookEvery = 1_000;

export type HttpConnections = ReturnType<typeof createConnections>;

export interface Servers {
  http: HttpConnections;
  media: HttpConnections;
  gate: Gate;
  endSockets(): void;
}

export function createConnections(limits: Limits, tls: TlsFiles | undefined, full: () => void) {
  const { headerTimeout, idleTimeout, maxConnections } = limits;
  const timing = {
    headersTimeout: headerTimeout,
    requestTimeout: headerTimeout * 6,
    keepAliveTimeout: idleTimeout,
    connectionsCheckingInterval: Math.min(lookEvery, headerTimeout / 4),
    shouldUpgradeCallback: (request: IncomingMessage) =>
      request.headers.upgrade?.toLowerCase() === 'websocket' && hasOneHost(request),
    // Node would answer with an empty body.
    requireHostHeader: false,
  };
  // The HTTPS server has every HTTP server member used here.
  const server = tls
    ? (process
        .getBuiltinModule('node:https')
        .createServer({ ...timing, ...tls, handshakeTimeout: headerTimeout }) as unknown as Server)
    : createServer(timing);
  server.timeout = idleTimeout;
  server.maxConnections = maxConnections + toldWhy;
  const open = new Set<Socket>();
  const over = new WeakSet<Duplex>();
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (open.size === maxConnections) full();
    if (open.size >= maxConnections) over.add(socket);
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.on('clientError', answerGarbage);
  const tooMany = (connection: Duplex): boolean => over.has(connection);
  return {
    server,
    /** Starts answering. Earlier requests wait until then and come first. */
    answer: requestsOf(server, tooMany),
    open: () => open.size,
    /** The first request of an excess connection is refused. */
    tooMany,
  };
}

function requestsOf(server: Server, tooMany: (connection: Duplex) => boolean) {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  let answer: RequestListener = (...request) => void waiting.push(request);
  server.on('request', (request, response) => {
    if (tooMany(request.socket)) answerFull(response);
    else if (!hasOneHost(request)) answerWrongHost(request, response);
    else answer(request, response);
  });
  return (known: RequestListener): void => {
    answer = known;
    for (const request of waiting.splice(0)) answer(...request);
  };
}

/** Node keeps the first of several hosts, a proxy may use another. HTTP/1.0 needs none. Source: RFC 9112, 3.2. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
