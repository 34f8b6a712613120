import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A program that runs, whoever started it. */
export interface WatchedProgram {
  pid: number;
  /** Resolves when it has ended, however it did. */
  ended: Promise<unknown>;
}

/** Watches programs of Node that others start. Each of them tells its process id, and keeps a socket open while it lives. */
export async function watchPrograms() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const { port } = server.address() as AddressInfo;
  const source = `import { connect } from 'node:net';
    const socket = connect(${port}, '127.0.0.1', () => socket.unref());
    socket.write(process.pid + '\\n');`;
  return {
    /** The flags of Node that such a program is started with. */
    flags: ['--import', `data:text/javascript,${encodeURIComponent(source)}`],
    /** The next program that starts. */
    async next(): Promise<WatchedProgram> {
      const [socket] = (await once(server, 'connection')) as [Socket];
      // One that is killed resets the connection, and that is an end as any other.
      socket.on('error', () => undefined);
      const ended = new Promise((resolve) => socket.once('close', resolve));
      const [pid] = (await once(socket, 'data')) as [Buffer];
      return { pid: Number(pid.toString()), ended };
    },
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
