import { errorIn } from '../contract/errors.ts';
import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import { beatEvery } from '../contract/service-api/live-timing.ts';
import { ensureFirstUser, type FirstUserOptions } from './accounts/first-user.ts';
import { addressesAt, type ListeningAddresses } from './addresses.ts';
import type { PageSources } from './http/pages.ts';
import { answerRequests, createServers, listen, readersFirst } from './http/servers.ts';
import { stopped } from './listening.ts';
import { watchLoop } from './loop-watch.ts';
import type { Seed } from './seed.ts';
import { openSqliteStore, type Store } from './store/store.ts';
import { type Work, workOn, type WorkOptions } from './work.ts';

/** `clock` is in ms since the epoch. */
export interface ServiceOptions extends WorkOptions, PageSources, FirstUserOptions {
  /** 0: the last start's port if free, so that addresses stay valid, else any free port. */
  port: number;
  mediaPort?: number;
  /** Loaded only when needed. Ignored if the store has an app instance. */
  seed?: (() => Promise<Seed>) | undefined;
  openStore?: (directory: string) => Store;
}

export interface RunningService {
  url: string;
  mediaUrl: string;
  apps: ReadyLine['apps'];
  close(): Promise<void>;
}

/**
 * Throws with a sentence for the user: `port-unusable`, `data-unusable`, `database-in-use`, `database-unreadable`,
 * `database-newer`, `database-older`.
 */
export async function openService(options: ServiceOptions): Promise<RunningService> {
  const { openStore = openSqliteStore } = options;
  const store = openStore(options.data);
  try {
    return await serve(store, options);
  } catch (thrown) {
    store.close();
    throw thrown;
  }
}

async function serve(store: Store, options: ServiceOptions): Promise<RunningService> {
  const listening: ListeningAddresses = { base: '', media: '', mediaPort: 0 };
  const work = workOn(store, addressesAt(listening), options);
  const { self, live, contents } = work;
  await begin(work, options);
  const servers = createServers(work);
  const urls = await listen(servers, work, options);
  Object.assign(listening, { base: urls.http.outside, media: urls.media.outside, mediaPort: urls.mediaPort });
  const { http, media } = servers;
  self.count(live, () => http.open() + media.open());
  const endWatch = watchLoop((time) => self.blocked(time));
  const beats = setInterval(() => {
    beat(work);
    void contents.keep();
  }, beatEvery);
  const stop = async (): Promise<void> => {
    self.stopping();
    clearInterval(beats);
    endWatch();
    live.end();
    await Promise.all([work.checks.close(), work.loads.close(), work.updates.close()]);
    await Promise.all([stopped(http.server, servers.endSockets), stopped(media.server)]);
    // The purge waits for uploads, which end with the servers.
    await work.purge.close();
    await contents.ended();
    work.commits.flush();
    work.commits.storeHeld();
  };
  try {
    await readersFirst();
    const { readStored } = await import('../scene/content/content-check.ts');
    contents.checkWith(readStored);
    await answerRequests(servers, work, options);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  const close = (): Promise<void> => stop().then(() => store.close());
  return { url: urls.http.local, mediaUrl: urls.media.local, apps: readyApps(work), close };
}

async function begin(work: Work, options: ServiceOptions): Promise<void> {
  const { store, now, ids } = work;
  await ensureFirstUser(store, { at: now(), fid: ids.uuid() }, options);
  if (options.seed && store.allAppInstances().length === 0) {
    const { plant } = await import('./seed.ts');
    plant(await options.seed(), work);
  }
}

/** Sends live heartbeats, rereads data of commands such as `user remove`, and starts a due purge. */
function beat({ store, commits, apps, live, purge, log }: Work): void {
  try {
    // What is only in memory would be lost by reading again.
    if (commits.storeHeld() && store.changedElsewhere()) {
      commits.flush();
      apps.refreshAll();
    }
  } catch (thrown) {
    log.error('The changes of another program cannot be read.', { cause: errorIn(thrown).stack });
  }
  store.keepReserve();
  live.beat();
  purge.beat();
}

function readyApps({ store, addresses }: Work): ReadyLine['apps'] {
  return store
    .allAppInstances()
    .flatMap(({ id, name, token, outputs }) =>
      token === null ? [] : [{ id, name, token, onairUrl: addresses.onair(outputs[0]?.token) }],
    );
}
