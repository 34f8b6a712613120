import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

/** A file of `test/kit/tls`, as text. */
export function pem(name: string): string {
  return readFileSync(join(import.meta.dirname, '../tls', name), 'utf8');
}

/** Small servers on loopback, each with one thing to say, which all end together. */
export class LoopbackServers {
  readonly #ends: (() => void)[] = [];

  /** An HTTP server, over TLS where a certificate of `test/kit/tls` is named; gives its port. */
  async http(listener: RequestListener, certificate?: string): Promise<number> {
    const tls = certificate && { key: pem('key.pem'), cert: pem(certificate) };
    const server: Server = tls ? createSecureServer(tls, listener) : createServer(listener);
    this.#ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return listening(server);
  }

  /** Anything that takes a connection; gives its port. */
  async tcp(serve: (socket: Socket) => void): Promise<number> {
    const sockets = new Set<Socket>();
    const server = createSocketServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      serve(socket);
    });
    this.#ends.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return listening(server);
  }

  /** TLS with a certificate of `test/kit/tls` before a server of this machine; gives its port. */
  async secure(port: number, certificate: string): Promise<number> {
    const lines = new Set<Socket>();
    const server = createTlsServer({ key: pem('key.pem'), cert: pem(certificate) }, (socket) => {
      lines.add(socket);
      const onward = connect(port, '127.0.0.1');
      socket.on('error', () => onward.destroy());
      onward.on('error', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    });
    this.#ends.push(() => {
      for (const line of lines) line.destroy();
      server.close();
    });
    return listening(server);
  }

  /** A port on which nothing listens any more. */
  async nobody(): Promise<number> {
    const server = createSocketServer();
    const port = await listening(server);
    server.close();
    await once(server, 'close');
    return port;
  }

  /** An HTTP proxy for `CONNECT`; `seen` gets the first lines of each request with its credentials. */
  async proxy(seen: string[], answer: (head: string) => number = () => 200): Promise<number> {
    return this.tcp((socket) => {
      socket.once('data', (bytes) => {
        const head = bytes.toString();
        seen.push(head);
        const status = answer(head);
        if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
        const port = Number(/^CONNECT [^ ]*:(\d+) /.exec(head)?.[1]);
        const onward = connect(port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
          socket.pipe(onward).pipe(socket);
        });
        onward.on('error', () => socket.destroy());
        return undefined;
      });
    });
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}

async function listening(
  server: { listen(port: number, host: string): unknown; address(): unknown } & NodeJS.EventEmitter,
) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
