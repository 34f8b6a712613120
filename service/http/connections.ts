import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerFull, answerGarbage, answerWrongHost } from './answer-error.ts';
import type { Gate } from './gate.ts';
import type { Limits, TlsFiles } from './network-terms.ts';

/** Connections accepted beyond their places, only for their first request: to hear a token, or to say why they are refused. */
const mostHeard = 32;
/** One of this many places is kept for app tokens, and for the addresses that have sent one. */
const keptForApps = 10;
const mostKnown = 1_000;
/** In ms. */
const lookEvery = 1_000;

export type HttpConnections = ReturnType<typeof createConnections>;

export interface Servers {
  http: HttpConnections;
  media: HttpConnections;
  gate: Gate;
  endSockets(): void;
}

export interface ConnectionPorts {
  full(): void;
  isAppToken(token: string): boolean;
  /** Addresses that have sent an app token since the start. */
  known: Set<string>;
}

export function createConnections(limits: Limits, tls: TlsFiles | undefined, ports: ConnectionPorts) {
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
  const { open, tooMany } = placesOf(server, maxConnections, ports);
  server.on('clientError', answerGarbage);
  return {
    server,
    /** Starts answering. Earlier requests wait until then and come first. */
    answer: requestsOf(server, tooMany),
    open: () => open.size,
    tooMany,
  };
}

type TooMany = (request: IncomingMessage) => boolean;

function placesOf(server: Server, maxConnections: number, { full, isAppToken, known }: ConnectionPorts) {
  const kept = Math.min(Math.ceil(maxConnections / keptForApps), maxConnections - 1);
  const open = new Set<string>();
  const silent = new Map<string, Socket>();
  const heard = new Set<string>();
  const placesFor = ({ remoteAddress = '' }: Socket): number => maxConnections - (known.has(remoteAddress) ? 0 : kept);
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    open.add(peer);
    silent.set(peer, socket);
    socket.on('close', () => {
      open.delete(peer);
      silent.delete(peer);
      heard.delete(peer);
    });
    if (open.size - heard.size <= placesFor(socket)) return;
    if (heard.size === 0) full();
    heard.add(peer);
    // Whoever sends nothing must not keep others from being heard.
    const [oldest] = silent.values();
    if (silent.size > mostHeard) oldest?.destroy();
  });
  const know = ({ remoteAddress = '' }: Socket): void => {
    const [oldest = ''] = known;
    if (known.size >= mostKnown) known.delete(oldest);
    known.add(remoteAddress);
  };
  const tooMany: TooMany = ({ socket, url = '' }) => {
    const [, token] = withAppToken.exec(url) ?? [];
    if (!known.has(socket.remoteAddress ?? '') && token !== undefined && isAppToken(token)) know(socket);
    const peer = peerOf(socket);
    silent.delete(peer);
    if (!heard.has(peer)) return false;
    if (open.size - heard.size >= placesFor(socket)) return true;
    heard.delete(peer);
    return false;
  };
  return { open, tooMany };
}

const withAppToken = /^\/apiv\d\/control(?:apps)?\/([^/?]+)/;

/** The same before and after TLS. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function requestsOf(server: Server, tooMany: TooMany) {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  let answer: RequestListener = (...request) => void waiting.push(request);
  server.on('request', (request, response) => {
    if (tooMany(request)) answerFull(response);
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
