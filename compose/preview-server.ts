import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Refused } from './refused.ts';

/** The page of a preview, on this machine alone. */
export interface PreviewServer {
  url: string;
  /** Tell every page, and those that come later, what there is to show. */
  tell(update: unknown): void;
  close(): Promise<void>;
}

const here = join(import.meta.dirname, 'page');
const files: Readonly<Record<string, { name: string; type: string }>> = {
  '/': { name: 'preview.html', type: 'text/html; charset=utf-8' },
  '/preview.css': { name: 'preview.css', type: 'text/css; charset=utf-8' },
  '/preview.js': { name: 'preview.js', type: 'text/javascript; charset=utf-8' },
};

/** Listen on loopback. `mediaUrl` is where the preview page is, which is all that this page may embed. */
export async function openPreviewServer(port: number, mediaUrl: string): Promise<PreviewServer> {
  const listeners = new Set<ServerResponse>();
  let last: string | undefined;
  const server = createServer((request, response) => {
    if (!isOwnName(request)) return void response.writeHead(403).end();
    const path = new URL(request.url ?? '/', 'http://preview').pathname;
    if (path === '/updates') return listen(request, response);
    serve(path, response, mediaUrl).catch((thrown: unknown) => response.destroy(thrown as Error));
  });
  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { ...plainHeaders, 'content-type': 'text/event-stream' });
    response.flushHeaders();
    if (last !== undefined) response.write(last);
    listeners.add(response);
    request.on('close', () => listeners.delete(response));
  };
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((thrown: unknown) => {
    throw new Refused(`The port ${port} cannot be used: ${(thrown as Error).message}.`, { cause: thrown });
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    tell(update) {
      last = `data: ${JSON.stringify(update)}\n\n`;
      for (const listener of listeners) listener.write(last);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

const plainHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

async function serve(path: string, response: ServerResponse, mediaUrl: string): Promise<void> {
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!file) return void response.writeHead(404, plainHeaders).end();
  const policy = `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self'; frame-src ${mediaUrl}; frame-ancestors 'none'`;
  const headers = { ...plainHeaders, 'content-type': file.type, 'content-security-policy': policy };
  response.writeHead(200, headers).end(await readFile(join(here, file.name)));
}

/** A page from elsewhere whose name was pointed at this machine has no business here. */
function isOwnName({ headers, socket }: IncomingMessage): boolean {
  const port = String(socket.localPort ?? '');
  return headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`;
}
