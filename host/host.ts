import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import serveFiles from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { codeOf } from '../contract/errors.ts';
import { programPicture, programPicturePath } from '../contract/desk-api/program-picture.ts';
import { screenPolicy } from '../contract/desk-api/screen-policy.ts';
import type { Desk } from '../desk/desk.ts';
import { settledCheck, showCheckPath } from './check-show.ts';
import { downloadPath, type Downloads } from './downloads.ts';
import { type Arrival, cookieName, decide, type Decision, sessionOf } from './gate.ts';
import type { Visitors } from './visitors.ts';
import { screenPipe } from './screen-pipe.ts';

export interface HostOptions {
  /** A loopback port; 0 for any. */
  port: number;
  screens: string;
  desk: Pick<Desk, 'serve' | 'pictureOrigins' | 'checkShow'>;
  downloads: Pick<Downloads, 'take'>;
  visitors: Visitors;
  /** A used address admits no other browser. */
  onAddressUsed(address: string): void;
}

export interface Host {
  /** `http://127.0.0.1:PORT`; requires a session. */
  url: string;
  /** Returns a fresh address that admits one browser, once. */
  address(): string;
  close(): Promise<void>;
}

/** Maximum bytes of a screen's message: a 10 MiB file as base64, plus its message. */
const mostBytes = 16 * 1024 * 1024;

/** Seconds. Chromium keeps cookies for at most 400 days. */
const remembered = 400 * 24 * 60 * 60;

const headers = {
  'content-security-policy': screenPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** Throws a sentence if the port is in use or the screens are not built. */
export async function openHost(options: HostOptions): Promise<Host> {
  if (!existsSync(join(options.screens, 'index.html')))
    throw new Error(`The screens are not built: ${options.screens} has no index.html. "npm start" builds them.`);
  const app = fastify({ forceCloseConnections: true });
  const screens = screenServer(app, options);
  app.addHook('onRequest', (request, reply) => screens.receive(request, reply));
  app.get(`${downloadPath}:id`, (request, reply) => {
    const download = options.downloads.take((request.params as { id: string }).id);
    if (!download) return reply.callNotFound();
    return reply.headers(download.headers).send(download.content);
  });
  app.get(showCheckPath, () => settledCheck(options.desk));
  app.get(programPicturePath, (request, reply) => {
    const { status, policy, html } = programPicture(request.url, options.desk.pictureOrigins());
    return reply.code(status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
  });
  await app.register(serveFiles, { root: options.screens });
  app.server.on('upgrade', (request, socket, head) => screens.upgrade(request, socket, head));
  await listen(app, options.port);
  return { url: screens.url(), address: screens.address, close: screens.close };
}

async function listen(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ port, host: '127.0.0.1' });
  } catch (error) {
    await app.close();
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${String(port)} is in use, perhaps by another desk. Choose another with --port N, or any free one with --port 0.`,
      { cause: error },
    );
  }
}

function screenServer(app: FastifyInstance, { desk, visitors, onAddressUsed }: HostOptions) {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: mostBytes });
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    desk.serve(screenPipe(socket));
  });
  const port = (): number => (app.server.address() as AddressInfo).port;
  const url = (): string => `http://127.0.0.1:${String(port())}`;
  const addressOf = (token: string): string => `${url()}/?token=${token}`;
  const cookie = (session: string): string =>
    `${cookieName(port())}=${session}; Path=/; Max-Age=${String(remembered)}; HttpOnly; SameSite=Strict`;
  const decisionOn = (request: IncomingMessage, upgrade: boolean): Decision =>
    decide(arrival(request, upgrade), {
      port: port(),
      isToken: (key) => visitors.isToken(key),
      isSession: (key) => visitors.isSession(key),
    });
  return {
    url,
    address: () => addressOf(visitors.invite()),
    async receive(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      reply.headers(headers);
      const decision = decisionOn(request.raw, false);
      switch (decision.enter) {
        case 'yes': {
          const session = sessionOf(request.headers.cookie, port());
          // Each visit extends the session.
          if (request.url === '/' && session !== undefined) reply.header('set-cookie', cookie(session));
          return;
        }
        case 'home':
          return reply.redirect('/', 303);
        case 'no':
          reply.header('content-security-policy', refusalPolicy).type('text/html; charset=utf-8');
          return reply.code(403).send(refusalPage(decision.why));
        case 'by token': {
          const address = addressOf(decision.token);
          if (request.url.startsWith(`${showCheckPath}?`)) {
            visitors.spend(decision.token);
            return onAddressUsed(address);
          }
          reply.header('set-cookie', cookie(visitors.welcome(decision.token)));
          await reply.header('cache-control', 'no-store').redirect('/', 303);
          onAddressUsed(address);
        }
      }
    },
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy());
      const { enter } = decisionOn(request, true);
      if (enter !== 'yes') socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      else if (request.url !== '/link') socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      else sockets.handleUpgrade(request, socket, head, (live) => sockets.emit('connection', live, request));
    },
    close: () => closeAll(app, sockets),
  };
}

async function closeAll(app: FastifyInstance, sockets: WebSocketServer): Promise<void> {
  const screens = [...sockets.clients];
  const gone = screens.map((socket) => once(socket, 'close'));
  for (const socket of screens) {
    socket.close(1001, 'The desk was closed.');
    // The window may be gone or frozen, and would not answer.
    setTimeout(() => socket.terminate(), 500).unref();
  }
  await Promise.all(gone);
  await app.close();
}

function arrival(request: IncomingMessage, upgrade: boolean): Arrival {
  const { method = '', url = '', headers } = request;
  return { method, target: url, host: headers.host, origin: headers.origin, cookie: headers.cookie, upgrade };
}

const refusalStyle = `
  html { color-scheme: dark; background: #14171c; color: #e8eaed; font: 18px/1.5 system-ui, sans-serif; }
  main { max-width: 36em; margin: 20vh auto; padding: 0 1.5em; }
`;
const refusalHash = createHash('sha256').update(refusalStyle).digest('base64');
/** The page loads and runs nothing, and has one style. */
const refusalPolicy = `default-src 'none'; style-src 'sha256-${refusalHash}'; frame-ancestors 'none'`;

/** `why` is a sentence of the gate, never a visitor's own words. */
function refusalPage(why: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Overlay Desk: no entry</title>
<style>${refusalStyle}</style>
<main>
<h1>This desk is closed to this browser</h1>
<p>${why}</p>
</main>
</html>
`;
}
