import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { errorIn } from '../contract/errors.ts';
import { firstEmail } from '../contract/service-api/first-email.ts';
import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import { beatEvery } from '../contract/service-api/live-timing.ts';
import { Accounts } from './accounts/accounts.ts';
import { ensureFirstUser } from './accounts/first-user.ts';
import { type HashCost, strongCost } from './accounts/password-hash.ts';
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
import type { PurgedParts } from './store/purge.ts';
import { dataFiles } from './store/sqlite/data-files.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';
import { Uploads } from './uploads.ts';

/** `clock` is in ms since the epoch. */
export interface ServiceOptions extends PageSources {
  /** 0: the last start's port if free, so that addresses stay valid, else any free port. */
  port: number;
  mediaPort?: number;
  /** Created if missing. */
  data: string;
  /** Milliseconds to keep deleted compositions and app instances; 0, the default, means for ever. */
  keepDeleted?: number;
  /** Loaded only when needed. Ignored if the store has an app instance. */
  seed?: (() => Promise<Seed>) | undefined;
  /** For an empty store. Without a password, `deliverPassword` receives a random password. */
  firstUser?: { email?: string | undefined; password?: string | undefined };
  deliverPassword?: (user: { email: string; password: string }) => void;
  hashCost?: HashCost;
  jobLimits?: JobLimits;
  /** Default: this machine only, with the default limits. */
  network?: NetworkTerms;
  apiFiles?: string;
  /** Changes when reading contents may change. Undefined disables the cache. */
  program?: string | undefined;
  log: ServiceLog;
  clock?: () => number;
  random?: (bytes: number) => Buffer;
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
  const { clock = Date.now, random = randomBytes, hashCost: cost = strongCost } = options;
  const { log, network: terms = defaultTerms, apiFiles = sourceFiles } = options;
  const listening: ListeningService = { base: '', media: '', mediaPort: 0, connections: (): number => 0 };
  const addresses = addressesAt(listening);
  const self = reporter(store, { clock, apiFiles, live: () => work.live, listening });
  const thread = (): JobThread => new JobThread(log, options.jobLimits);
  const threads = { checks: thread(), loads: thread(), updates: thread() };
  const { database, read: directory } = dataFiles(options.data);
  const contents = new ReadContents({ store, log, directory, program: options.program });
  const purgeTerms = { database, keepDeleted: options.keepDeleted ?? 0 };
  const work = workOn(store, { clock, random, addresses, self, terms, log, purgeTerms, threads, contents });
  await begin(work, options);
  const errorId = (): string => random(6).toString('hex');
  const ports = { work, log, errorId, clock, sources: options, terms, watch: self };
  const servers = createServers(ports);
  const urls = await listen(servers, { terms, memory: { store, log } }, options);
  Object.assign(listening, { base: urls.http.outside, media: urls.media.outside, mediaPort: urls.mediaPort });
  const { http, media } = servers;
  listening.connections = () => http.open() + media.open();
  const endWatch = watchLoop({ clock: () => performance.now(), blocked: (time) => self.blocked(time) });
  const beats = setInterval(() => {
    beat(work, log);
    void contents.keep();
  }, beatEvery);
  const stop = async (): Promise<void> => {
    self.stopping();
    clearInterval(beats);
    endWatch();
    work.live.end();
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
    await answerRequests(servers, { ...ports, accounts: new Accounts({ store, clock, random, cost }) });
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  const close = (): Promise<void> => stop().then(() => store.close());
  return { url: urls.http.local, mediaUrl: urls.media.local, apps: readyApps(work), close };
}

interface ListeningService extends ListeningAddresses {
  connections: () => number;
}

interface WorkPorts {
  clock: () => number;
  random: (bytes: number) => Buffer;
  addresses: Addresses;
  self: SelfReporter;
  terms: NetworkTerms;
  log: ServiceLog;
  purgeTerms: { database: string; keepDeleted: number };
  threads: Pick<Closed, 'checks' | 'loads' | 'updates'>;
  contents: ReadContents;
}

function reporter(
  store: Store,
  {
    clock,
    apiFiles,
    live,
    listening,
  }: { clock: () => number; apiFiles: string; live: () => LiveChannels; listening: ListeningService },
): SelfReporter {
  return new SelfReporter({
    subscribers: () => live().size,
    outputs: () => live().pages(),
    connections: () => listening.connections(),
    tryWrite: () => store.setSetting('written', new Date(clock()).toISOString()),
    clock: () => performance.now(),
    apiFiles,
  });
}

/** Enough to send a whole show, too few to probe addresses. */
const sendTerms = { most: 60, within: 3_600_000 };

interface Closed {
  checks: JobThread;
  loads: JobThread;
  updates: JobThread;
  purge: Purge;
}

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

function workOn(store: Store, ports: WorkPorts): Work & Closed {
  const { clock, random, addresses, self, terms, log, purgeTerms, threads, contents } = ports;
  const apps = new AppInstances({
    store,
    contents,
    reloaded: (app) => live.reload(app),
    revoked: (token) => live.closeToken(token),
    unreadable: (app, why) => {
      live.closeUnreadable(app);
      log.error('What is loaded into an app instance cannot be read.', {
        app: app.stored.id,
        name: app.stored.name,
        reason: why.message,
        ...(why.cause instanceof Error && { cause: why.cause.stack }),
      });
    },
    deleted: (app) => live.close(app),
  });
  const commits: CommitQueue = new CommitQueue({
    store,
    clock,
    committed: (batch) => live.send(batch),
    writing: (requests) => self.writing(requests),
  });
  const live: LiveChannels = new LiveChannels({
    settle: () => commits.flush(),
    clock,
    onairUrl: (outputToken) => addresses.onair(outputToken),
    mediaUrl: () => addresses.media,
    limits: { maxSubscribers: terms.limits.maxSubscribers, maxWaiting: mostWaiting, patience: slowBeats },
    watch: self,
  });
  const ids = { uuid: randomUUID, token: () => random(24).toString('base64url') };
  const { graphicHosts = [] } = terms;
  const now = (): string => new Date(clock()).toISOString();
  const uploads = new Uploads();
  const { database, keepDeleted } = purgeTerms;
  const purge = new Purge(
    { store, clock, unusedParts: (closed) => unusedParts(database, log, closed), uploads, log },
    keepDeleted,
  );
  const limits = {
    bodyLimits: terms.limits,
    maxAccount: terms.limits.maxAccount,
    sends: new CallerAllowance(sendTerms),
  };
  const parts = { store, apps, commits, live, addresses, self, log, uploads, purge };
  return { ...parts, graphicHosts, ...threads, ...limits, now, ids };
}

async function begin({ store, now, ids }: Work, options: ServiceOptions): Promise<void> {
  const {
    firstUser = {},
    deliverPassword = () => undefined,
    random = randomBytes,
    hashCost: cost = strongCost,
  } = options;
  const first = { email: firstUser.email ?? firstEmail, password: firstUser.password };
  await ensureFirstUser({ store, first, deliver: deliverPassword, made: { at: now(), fid: ids.uuid() }, random, cost });
  if (options.seed && store.allAppInstances().length === 0) {
    const { plant } = await import('./seed.ts');
    plant(await options.seed(), { store, now, ids });
  }
}

/** Sends live heartbeats, rereads data of commands such as `user remove`, and starts a due purge. */
function beat({ store, commits, apps, live, purge }: Work & Closed, log: ServiceLog): void {
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
