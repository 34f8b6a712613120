import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerFull, answerGarbage, answerWrongHost } from './answer-garbage.ts';
import type { Limits } from './limits.ts';

/** The certificate and the key of TLS, PEM. */
export interface TlsFiles {
  cert: Buffer;
  key: Buffer;
}

/** This many connections beyond the limit are accepted, only to answer why they are refused. */
const toldWhy = 32;
/** How often (ms) connections are checked for being too slow. */
const lookEvery = 1_000;

/** A server that does not listen yet, and its connections. */
export interface Connections {
  server: Server;
  /** Answers requests from now on, and first those that came before: until then they wait. */
  answer(requests: RequestListener): void;
  /** How many connections are open. */
  open(): number;
  /** Whether a connection is beyond the limit. Its first request is refused. */
  tooMany(connection: Duplex): boolean;
}

/** Creates a server, with TLS if there is a certificate. It ends slow and idle clients and counts its connections. */
export function createConnections(limits: Limits, tls: TlsFiles | undefined, full: () => void): Connections {
  const { headerTimeout, idleTimeout, maxConnections } = limits;
  const timing = {
    headersTimeout: headerTimeout,
    requestTimeout: headerTimeout * 6,
    keepAliveTimeout: idleTimeout,
    connectionsCheckingInterval: Math.min(lookEvery, headerTimeout / 4),
    // A request to upgrade to any other protocol gets a normal HTTP answer, and so does one that is refused anyway.
    shouldUpgradeCallback: (request: IncomingMessage) =>
      request.headers.upgrade?.toLowerCase() === 'websocket' && hasOneHost(request),
    // Node would answer with an empty body.
    requireHostHeader: false,
  };
  // The HTTPS server has every member of the HTTP server that is used here.
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
  return { server, answer: requestsOf(server, tooMany), open: () => open.size, tooMany };
}

/** Lets the requests of a server wait until something answers them. */
function requestsOf(server: Server, tooMany: Connections['tooMany']): Connections['answer'] {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  let answer: RequestListener = (...request) => void waiting.push(request);
  server.on('request', (request, response) => {
    if (tooMany(request.socket)) answerFull(response);
    else if (!hasOneHost(request)) answerWrongHost(request, response);
    else answer(request, response);
  });
  return (known) => {
    answer = known;
    for (const request of waiting.splice(0)) answer(...request);
  };
}

/**
 * Whether a request names one host. Of several, Node keeps the first; a proxy before it may have judged by another one.
 * HTTP/1.0 needs none. Source: RFC 9112, 3.2.
 */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
