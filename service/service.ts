import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OverlayError } from '../contract/errors.ts';
import type { Composition } from '../contract/model/composition.ts';
import { beatEvery, type ReadyLine } from '../contract/service-api/live-channel.ts';
import { type AppInstance, AppInstances } from './app-instances.ts';
import { CommitQueue } from './commit-queue.ts';
import { httpServer } from './http/http-server.ts';
import { addLiveSocket } from './http/live-socket.ts';
import type { PageSources } from './http/pages.ts';
import { LiveChannels } from './live/live-channels.ts';
import type { Log } from './log.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';

/** A show to begin with, for a store that holds none. */
export interface Seed {
  name: string;
  composition: Composition;
}

/** What a service needs to run. Clock (milliseconds since the epoch), randomness and store have real defaults. */
export interface ServiceOptions extends PageSources {
  /** 0: the port of the last time where it is free, so that addresses stay valid, else any free one. */
  port: number;
  /** The data directory; made where it is missing. */
  data: string;
  /** Loaded only when it is needed: a store that already holds an app instance is left as it is. */
  seed?: (() => Promise<Seed>) | undefined;
  log: Log;
  clock?: () => number;
  random?: (bytes: number) => Buffer;
  openStore?: (directory: string) => Store;
}

/** A service that is listening. */
export interface RunningService {
  url: string;
  apps: ReadyLine['apps'];
  /** Say goodbye to every live channel, answer what is under way, put everything to rest on the disk. */
  close(): Promise<void>;
}

/** The service listens on this machine only. */
const host = '127.0.0.1';
/** Whoever has not finished this long (ms) after a stop was asked for is cut off. */
const stopWithin = 1_000;

/**
 * Open the store, listen, and serve. Throws, with a sentence for whoever started it: `port-unusable`, `data-unusable`,
 * `database-in-use`, `database-unreadable`, `database-newer`.
 */
export async function openService(options: ServiceOptions): Promise<RunningService> {
  const { random = randomBytes, openStore = openSqliteStore } = options;
  const store = openStore(options.data);
  try {
    if (options.seed && store.apps().length === 0) plant(store, await options.seed(), random);
    return await serve(store, options);
  } catch (thrown) {
    store.close();
    throw thrown;
  }
}

async function serve(store: Store, options: ServiceOptions): Promise<RunningService> {
  const { log, clock = Date.now, random = randomBytes } = options;
  const apps = new AppInstances(store.apps());
  const commits: CommitQueue = new CommitQueue({ store, clock, committed: (applied) => live.tell(applied) });
  const live = new LiveChannels(() => commits.flush(), clock);
  const errorId = (): string => random(6).toString('hex');
  const server = await httpServer({ apps, commits, log, errorId, sources: options });
  const endSockets = addLiveSocket(server, { apps, log, live });
  const url = `http://${host}:${await listen(server, options.port, store)}`;
  for (const app of apps.all) live.add(app, onairUrl(url, app));
  const beats = setInterval(() => live.beat(), beatEvery);
  return {
    url,
    apps: apps.all.map((app) => ({ id: app.id, name: app.name, token: app.token, onairUrl: onairUrl(url, app) })),
    close: async () => {
      clearInterval(beats);
      live.close();
      await stopped(server, endSockets);
      commits.flush();
      store.close();
    },
  };
}

function plant(store: Store, { name, composition }: Seed, random: (bytes: number) => Buffer): void {
  const token = (): string => random(24).toString('base64url');
  store.addApp({ name, token: token(), outputToken: token() }, composition);
}

function onairUrl(url: string, { outputToken }: AppInstance): string {
  return `${url}/onair/${outputToken}?aspect=16:9`;
}

/** Listen, and remember the port for the next time that none is asked for. Gives the port. */
async function listen(server: Server, asked: number, store: Store): Promise<number> {
  const last = Number(store.setting('port') ?? 0);
  const wanted = asked === 0 && last > 0 ? [last, 0] : [asked];
  for (const [at, port] of wanted.entries()) {
    try {
      server.listen(port, host);
      await once(server, 'listening');
      break;
    } catch (thrown) {
      if (at === wanted.length - 1) throw portError(thrown, port);
    }
  }
  const { port } = server.address() as AddressInfo;
  if (port !== last) store.setSetting('port', String(port));
  return port;
}

function portError(thrown: unknown, port: number): OverlayError {
  const { code, message } = thrown as NodeJS.ErrnoException;
  const problem =
    code === 'EADDRINUSE'
      ? 'is in use by another program'
      : code === 'EACCES'
        ? 'may not be used by this user'
        : `cannot be used: ${message}`;
  return new OverlayError(
    'port-unusable',
    `Port ${port} on ${host} ${problem}. Choose another one with --port, or --port 0 for any that is free.`,
  );
}

async function stopped(server: Server, endSockets: () => void): Promise<void> {
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
