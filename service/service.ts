import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { errorIn } from '../contract/errors.ts';
import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import { beatEvery } from '../contract/service-api/live-timing.ts';
import { Accounts } from './accounts/accounts.ts';
import { ensureFirstUser, type FirstUserOptions } from './accounts/first-user.ts';
import { type Addresses, addressesAt, type ListeningAddresses } from './addresses.ts';
import { AppInstances } from './app-instances.ts';
import { CommitQueue } from './commit-queue.ts';
import { CallerAllowance } from './domain/allowance.ts';
import type { Work } from './endpoints/handler.ts';
import { defaultTerms, type NetworkTerms } from './http/network-terms.ts';
import type { PageSources } from './http/pages.ts';
import { answerRequests, createServers, listen, readersFirst } from './http/servers.ts';
import { type JobLimits, JobThread } from './jobs/job-thread.ts';
import { stopped } from './listening.ts';
import { LiveChannels } from './live/live-channels.ts';
import type { ServiceLog } from './log.ts';
import { watchLoop } from './loop-watch.ts';
import { Purge } from './purge.ts';
import { ReadContents } from './read-contents.ts';
import type { Seed } from './seed.ts';
import { SelfReporter } from './self-report.ts';
import type { PurgedParts } from './store/sqlite/unused-parts.ts';
import { dataFiles } from './store/sqlite/data-files.ts';
import { openSqliteStore, type Store } from './store/store.ts';
import { Uploads } from './uploads.ts';

/** `clock` is in ms since the epoch. */
export interface ServiceOptions extends PageSources, FirstUserOptions {
  /** 0: the last start's port if free, so that addresses stay valid, else any free port. */
  port: number;
  mediaPort?: number;
  /** Created if missing. */
  data: string;
  /** Milliseconds to keep deleted compositions and app instances; 0, the default, means for ever. */
  keepDeleted?: number;
  /** Loaded only when needed. Ignored if the store has an app instance. */
  seed?: (() => Promise<Seed>) | undefined;
  jobLimits?: JobLimits;
  /** Default: this machine only, with the default limits. */
  network?: NetworkTerms;
  apiFiles?: string;
  /** Changes when reading contents may change. Undefined disables the cache. */
  program?: string | undefined;
  log: ServiceLog;
  clock?: () => number;
  openStore?: (directory: string) => Store;
}

export interface RunningService {
  url: string;
  mediaUrl: string;
  apps: ReadyLine['apps'];
  /** Closes live channels, finishes requests and writes everything to disk. */
  close(): Promise<void>;
}

/** Bytes unread from which a reader gets nothing more, and beats until it is closed. */
const mostWaiting = 4 * 1024 * 1024;
const slowBeats = 20;
const sourceFiles = join(import.meta.dirname, '../docs');

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

/** Enough to send a whole show, too few to probe addresses. */
const sendTerms = { most: 60, within: 3_600_000 };

/** No account has this id. */
const nobody = 0;

/** Searching a large database takes minutes on a slow disk, but blocks no show. */
const searchLimits = { deadline: 3_600_000, heap: 256 };

async function unusedParts(database: string, log: ServiceLog, closed: AbortSignal): Promise<PurgedParts> {
  const thread = new JobThread(log, searchLimits);
  const end = (): void => void thread.close();
  closed.addEventListener('abort', end);
  try {
    return await thread.run('unusedParts', { database }, nobody);
  } finally {
    closed.removeEventListener('abort', end);
    await thread.close();
  }
}

function workOn(store: Store, addresses: Addresses, options: ServiceOptions): Work {
  const { clock = Date.now, log, network: terms = defaultTerms, program, keepDeleted = 0 } = options;
  const now = (): string => new Date(clock()).toISOString();
  const { database, read: directory } = dataFiles(options.data);
  const self = new SelfReporter(() => store.setSetting('written', now()), options.apiFiles ?? sourceFiles);
  const contents = new ReadContents(store, log, program === undefined ? undefined : { directory, program });
  const channels = { maxSubscribers: terms.limits.maxSubscribers, maxWaiting: mostWaiting, patience: slowBeats };
  const live = new LiveChannels(() => commits.flush(), clock, { addresses, limits: channels, watch: self });
  const commits = new CommitQueue(store, { live, self }, clock);
  const uploads = new Uploads();
  const searched = (closed: AbortSignal): Promise<PurgedParts> => unusedParts(database, log, closed);
  const thread = (): JobThread => new JobThread(log, options.jobLimits);
  return {
    store,
    contents,
    apps: new AppInstances(store, contents, { live, log }),
    commits,
    live,
    addresses,
    accounts: new Accounts(store, clock, options.hashCost),
    self,
    log,
    checks: thread(),
    loads: thread(),
    updates: thread(),
    terms,
    uploads,
    purge: new Purge({ store, clock, unusedParts: searched, uploads, log }, keepDeleted),
    sends: new CallerAllowance(sendTerms),
    clock,
    now,
    ids: { uuid: randomUUID, token: () => randomBytes(24).toString('base64url') },
  };
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
    if (store.changedElsewhere()) {
      commits.flush();
      apps.refreshAll();
    }
  } catch (thrown) {
    log.error('The changes of another program cannot be read.', { cause: errorIn(thrown).stack });
  }
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
