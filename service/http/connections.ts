import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Limits } from './limits.ts';

/** The certificate and the key of TLS, PEM. */
export interface TlsFiles {
  cert: Buffer;
  key: Buffer;
}

/** How many more connections than allowed are taken, so that they can be told why they are not served. */
const toldWhy = 32;
/** How often (ms) connections are looked at for being too slow. */
const lookEvery = 1_000;

/** A server that listens to nothing yet, and the connections that it has. */
export interface Connections {
  server: Server;
  /** How many are open. */
  open(): number;
  /** Whether a connection is one too many: it is told so at its first request. */
  tooMany(connection: Duplex): boolean;
}

/** Make a server, of HTTPS where there is a certificate, that ends slow and idle clients and counts its connections. */
export function createConnections(limits: Limits, tls: TlsFiles | undefined, full: () => void): Connections {
  const { headerTimeout, idleTimeout, maxConnections } = limits;
  const timing = {
    headersTimeout: headerTimeout,
    requestTimeout: headerTimeout * 6,
    keepAliveTimeout: idleTimeout,
    connectionsCheckingInterval: Math.min(lookEvery, headerTimeout / 4),
    // What asks for another protocol than ours is answered in HTTP.
    shouldUpgradeCallback: ({ headers }: { headers: { upgrade?: string | undefined } }) =>
      headers.upgrade?.toLowerCase() === 'websocket',
  };
  // The HTTPS server has all of the HTTP one that is used here.
  const server = tls
    ? (createSecureServer({ ...timing, ...tls, handshakeTimeout: headerTimeout }) as unknown as Server)
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
  return { server, open: () => open.size, tooMany: (connection) => over.has(connection) };
}
