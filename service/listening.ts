import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OverlayError } from '../contract/errors.ts';
import type { Log } from './log.ts';
import type { Store } from './store/store.ts';

/** After a stop, a client that is still connected after this long (ms) is cut off. */
const stopWithin = 1_000;

/**
 * Where to listen. Port 0 means the port of the last start if it is free, so that addresses stay valid, else any free
 * port.
 */
interface ListenAddress {
  host: string;
  port: number;
  /** The flag that sets the port. The port is remembered under the same name. */
  flag: 'port' | 'media-port';
}

/** A server, and where it is to listen. */
export interface Listener {
  server: Server;
  address: ListenAddress;
}

/** Starts all servers, or none. Gives their ports. Throws `port-unusable`. */
export async function listenAll(listeners: readonly Listener[], memory: PortMemory): Promise<number[]> {
  const ports: number[] = [];
  try {
    for (const { server, address } of listeners) ports.push(await listen(server, address, memory));
    return ports;
  } catch (thrown) {
    for (const { server } of listeners) server.close();
    throw thrown;
  }
}

/** Listens, and remembers the port for the next start without a port flag. */
async function listen(server: Server, address: ListenAddress, { store, log }: PortMemory): Promise<number> {
  const { host, port: requested, flag } = address;
  const last = Number(store.setting(flag) ?? 0);
  const candidates = requested === 0 && last > 0 ? [last, 0] : [requested];
  for (const [at, port] of candidates.entries()) {
    try {
      server.listen(port, host);
      await once(server, 'listening');
      break;
    } catch (thrown) {
      if (at === candidates.length - 1) throw portError(thrown, { ...address, port });
    }
  }
  const { port } = server.address() as AddressInfo;
  if (port !== last) remember({ ...address, port }, { store, log });
  return port;
}

/** Remembers the ports. `log` hears when that fails. */
export interface PortMemory {
  store: Pick<Store, 'setting' | 'setSetting'>;
  log: Log;
}

/** On a full disk a show can still be seen and read. A port that cannot be remembered must not end that. */
function remember({ port, flag }: ListenAddress, { store, log }: PortMemory): void {
  try {
    store.setSetting(flag, String(port));
  } catch (thrown) {
    log.warn('The port cannot be remembered.', { port, cause: (thrown as Error).message });
  }
}

function portError(thrown: unknown, { host, port, flag }: ListenAddress): OverlayError {
  const { code, message } = thrown as NodeJS.ErrnoException;
  const problem =
    code === 'EADDRINUSE'
      ? 'is in use by another program'
      : code === 'EACCES'
        ? 'may not be used by this user'
        : `cannot be used: ${message}`;
  return new OverlayError(
    'port-unusable',
    `Port ${port} on ${host} ${problem}. Choose another one with --${flag}, or any free one with --${flag} 0.`,
  );
}

/** Takes no new clients, answers requests under way, and resolves when all clients have gone. */
export async function stopped(server: Server, endSockets: () => void = () => undefined): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => {
    endSockets();
    server.closeAllConnections();
  }, stopWithin);
  await closed;
  clearTimeout(cut);
}
