import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf, errorIn, OverlayError } from '../contract/errors.ts';
import type { ServiceLog } from './log.ts';
import type { Store } from './store/store.ts';

/** Milliseconds after a stop until remaining clients are cut off. */
const stopWithin = 1_000;

interface Listener {
  server: Server;
  host: string;
  port: number;
  /** Also the name under which the port is stored. */
  flag: 'port' | 'media-port';
}

interface PortMemory {
  store: Pick<Store, 'setting' | 'setSetting'>;
  log: ServiceLog;
}

/** Starts all servers, or none; returns their ports. Throws `port-unusable`. */
export async function listenAll(listeners: readonly Listener[], memory: PortMemory): Promise<number[]> {
  const ports: number[] = [];
  try {
    for (const listener of listeners) ports.push(await listen(listener, memory));
    return ports;
  } catch (thrown) {
    for (const { server } of listeners) server.close();
    throw thrown;
  }
}

async function listen({ server, host, port: requested, flag }: Listener, memory: PortMemory): Promise<number> {
  const last = Number(memory.store.setting(flag) ?? 0);
  const candidates = requested === 0 && last > 0 ? [last, 0] : [requested];
  for (const [at, port] of candidates.entries()) {
    try {
      server.listen(port, host);
      await once(server, 'listening');
      break;
    } catch (thrown) {
      if (at === candidates.length - 1) throw portError(thrown, { host, port, flag });
    }
  }
  const { port } = server.address() as AddressInfo;
  if (port !== last) remember(flag, port, memory);
  return port;
}

/** A full disk must not stop the service, which can still show and read. */
function remember(flag: string, port: number, { store, log }: PortMemory): void {
  try {
    store.setSetting(flag, String(port));
  } catch (thrown) {
    log.warn('The port cannot be remembered.', { port, cause: errorIn(thrown).message });
  }
}

function portError(thrown: unknown, { host, port, flag }: Omit<Listener, 'server'>): OverlayError {
  const code = codeOf(thrown);
  const problem =
    code === 'EADDRINUSE'
      ? 'is in use by another program'
      : code === 'EACCES'
        ? 'may not be used by this user'
        : `cannot be used: ${errorIn(thrown).message}`;
  return new OverlayError(
    'port-unusable',
    `Port ${port} on ${host} ${problem}. Choose another one with --${flag}, or any free one with --${flag} 0.`,
  );
}

/** Refuses new clients, finishes requests, and resolves when all clients have gone. */
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
