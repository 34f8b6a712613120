import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import serveFiles from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { EntryRequest } from '../contract/desk-api/entry.ts';
import { codeOf } from '../contract/errors.ts';
import { parsedJson } from '../contract/json-text.ts';
import { programPicture, programPicturePath } from '../contract/desk-api/program-picture.ts';
import { screenPolicy } from '../contract/desk-api/screen-policy.ts';
import type { Desk } from '../desk/desk.ts';
import { settledCheck, showCheckPath } from './check-show.ts';
import { downloadPath, type Downloads } from './downloads.ts';
import { foreign, isForeign } from './gate.ts';
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
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Returns a fresh address that admits one browser, once. */
  address(): string;
  close(): Promise<void>;
}

/** Maximum bytes of a screen's message: a 10 MiB file as base64, plus its message. */
const mostBytes = 16 * 1024 * 1024;

/** Links that have shown no key. Attack: a program without one opens many, or sends much into each. */
const mostWaiting = 32;

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
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (screens.isForeign(request.raw, false)) void reply.code(403).type('text/plain').send(foreign);
    else done();
  });
  app.get(`${downloadPath}:id`, (request, reply) => {
    const download = options.downloads.take((request.params as { id: string }).id);
    if (!download) return reply.callNotFound();
    return reply.headers(download.headers).send(download.content);
  });
  app.get(showCheckPath, (request, reply) => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    return screens.spend(token) ? settledCheck(options.desk) : reply.code(403).send();
  });
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
  const port = (): number => (app.server.address() as AddressInfo).port;
  const url = (): string => `http://127.0.0.1:${String(port())}`;
  const addressOf = (token: string): string => `${url()}/?token=${token}`;
  const isForeignTo = ({ headers: { host, origin } }: IncomingMessage, upgrade: boolean): boolean =>
    isForeign({ host, origin, upgrade }, port());
  const waiting = new Set<WebSocket>();
  sockets.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('close', () => waiting.delete(socket));
    waiting.add(socket);
    const [oldest] = waiting;
    if (waiting.size > mostWaiting) oldest?.terminate();
    socket.once('message', (message: Buffer) => {
      waiting.delete(socket);
      const { data: request = { key: null, token: null, screen: undefined } } = EntryRequest.safeParse(
        parsedJson(message.toString('utf8')),
      );
      const answer = visitors.enter(request);
      socket.send(JSON.stringify(answer));
      if ('refused' in answer) return socket.close();
      if (answer.key !== request.key) onAddressUsed(addressOf(request.token ?? ''));
      desk.serve(screenPipe(socket), request.screen);
    });
  });
  return {
    url,
    address: () => addressOf(visitors.invite()),
    isForeign: isForeignTo,
    spend(token: string): boolean {
      const known = visitors.spend(token);
      if (known) onAddressUsed(addressOf(token));
      return known;
    },
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy());
      if (isForeignTo(request, true)) socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
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
