import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import type { OscHandlers, OscSocketPorts, OscSender } from '../desk/osc-ports.ts';

/** Connection backlog of the system; the listener refuses most of them. */
const mostConnections = 128;
/** Milliseconds of silence before the TCP keep-alive. */
const askAfter = 30_000;

export const oscSockets: OscSocketPorts = {
  async listen(at, handlers) {
    const udp = createSocket({ type: isIPv6(at.host) ? 'udp6' : 'udp4' });
    udp.on('message', (bytes, { address }) => handlers.datagram(bytes, address));
    const tcp = handlers.connection && new TcpServer(handlers.connection);
    try {
      udp.bind({ address: at.host, port: at.port, exclusive: true });
      await once(udp, 'listening');
      await tcp?.listen(at);
    } catch (error) {
      await closed(udp);
      throw error;
    }
    // An error of a single datagram must not end the desk.
    udp.on('error', () => undefined);
    return { close: async () => void (await Promise.all([closed(udp), tcp?.close()])) };
  },
  openSender: () => new SocketSender(),
};

class TcpServer {
  readonly #open = new Set<Socket>();
  readonly #turns = new Turns();
  readonly #server: Server;

  constructor(connection: NonNullable<OscHandlers['connection']>) {
    this.#server = createServer({ keepAlive: true, keepAliveInitialDelay: askAfter, noDelay: true }, (socket) => {
      socket.on('error', () => undefined);
      const receiver = connection({ address: socket.remoteAddress ?? '', end: () => socket.destroy() });
      if (!receiver) return void socket.destroy();
      this.#open.add(socket);
      socket.on('data', (part: Buffer) => {
        // The system delivers megabytes at once from all connections, while a press waits.
        socket.pause();
        this.#turns.wait(() => socket.resume());
        receiver.receive(part);
      });
      socket.on('close', () => {
        this.#open.delete(socket);
        receiver.closed();
      });
    });
    this.#server.maxConnections = mostConnections;
  }

  async listen(at: { host: string; port: number }): Promise<void> {
    this.#server.listen({ ...at, exclusive: true });
    await once(this.#server, 'listening');
    this.#server.on('error', () => undefined);
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Resumes waiting connections one per turn, so that other work runs in between. */
class Turns {
  readonly #waiting: (() => void)[] = [];

  wait(goOn: () => void): void {
    this.#waiting.push(goOn);
    if (this.#waiting.length === 1) setImmediate(() => this.#next());
  }

  #next(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#next());
  }
}

class SocketSender implements OscSender {
  readonly #sockets = new Map<'udp4' | 'udp6', UdpSocket>();
  readonly #underWay = new Set<Promise<unknown>>();

  send(bytes: Uint8Array, { address, port }: { address: string; port: number }): void {
    const socket = this.#socket(isIPv6(address) ? 'udp6' : 'udp4');
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#underWay.add(promise);
    // Losses are not reported: the next datagram carries the same state.
    socket.send(bytes, port, address, () => {
      this.#underWay.delete(promise);
      resolve(undefined);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#underWay);
    await Promise.all([...this.#sockets.values()].map(closed));
  }

  #socket(type: 'udp4' | 'udp6'): UdpSocket {
    const known = this.#sockets.get(type);
    if (known) return known;
    const socket = createSocket({ type });
    socket.on('error', () => undefined);
    this.#sockets.set(type, socket);
    return socket;
  }
}

async function closed(socket: UdpSocket): Promise<void> {
  const end = once(socket, 'close');
  socket.close();
  await end;
}
