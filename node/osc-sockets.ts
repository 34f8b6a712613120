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
  openSender,
};

class TcpServer {
  readonly #open = new Set<Socket>();
  readonly #inTurn = onePerTurn();
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
        this.#inTurn(() => socket.resume());
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

/** Gives a function that runs what it gets one per turn, so that other work runs in between. */
function onePerTurn(): (run: () => void) => void {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return (run) => {
    if (waiting.push(run) === 1) setImmediate(next);
  };
}

function openSender(): OscSender {
  const sockets = new Map<'udp4' | 'udp6', UdpSocket>();
  const underWay = new Set<Promise<unknown>>();
  const socketOf = (type: 'udp4' | 'udp6'): UdpSocket => {
    const known = sockets.get(type);
    if (known) return known;
    const socket = createSocket({ type });
    socket.on('error', () => undefined);
    sockets.set(type, socket);
    return socket;
  };
  return {
    send(bytes, { address, port }) {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      underWay.add(promise);
      // Losses are not reported: the next datagram carries the same state.
      socketOf(isIPv6(address) ? 'udp6' : 'udp4').send(bytes, port, address, () => {
        underWay.delete(promise);
        resolve(undefined);
      });
    },
    async close() {
      await Promise.all(underWay);
      await Promise.all([...sockets.values()].map(closed));
    },
  };
}

async function closed(socket: UdpSocket): Promise<void> {
  const end = once(socket, 'close');
  socket.close();
  await end;
}
