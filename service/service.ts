import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { firstEmail } from '../contract/service-api/first-email.ts';
import type { ReadyLine } from '../contract/service-api/live-channel.ts';
import { beatEvery } from '../contract/service-api/live-timing.ts';
import { Accounts } from './accounts/accounts.ts';
import { ensureFirstUser } from './accounts/first-user.ts';
import { type HashCost, strongCost } from './accounts/password-hash.ts';
import { type Addresses, addressesAt, type Listening } from './addresses.ts';
import { AppInstances } from './app-instances.ts';
import { CommitQueue } from './commit-queue.ts';
import { Allowance } from './domain/allowance.ts';
import type { Work } from './endpoints/handler.ts';
import { defaultTerms, type NetworkTerms } from './http/network-terms.ts';
import type { PageSources } from './http/pages.ts';
import { answerRequests, createServers, listen, readersFirst } from './http/servers.ts';
import { type JobLimits, JobThread } from './jobs/job-thread.ts';
import { stopped } from './listening.ts';
import { LiveChannels } from './live/live-channels.ts';
import type { Log } from './log.ts';
import { watchLoop } from './loop-watch.ts';
import { Purge } from './purge.ts';
import { ReadContents } from './read-contents.ts';
import type { Seed } from './seed.ts';
import { SelfReporter } from './self-report.ts';
import type { Parts } from './store/purge.ts';
import { dataFiles } from './store/sqlite/data-files.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import type { Store } from './store/store.ts';
import { Uploads } from './uploads.ts';

/** How to run a service. The clock (milliseconds since the epoch), randomness and the store have real defaults. */
export interface ServiceOptions extends PageSources {
  /** 0: the port of the last start if it is free, so that addresses stay valid, else any free port. */
  port: number;
  /** As `port`, for the media address. */
  mediaPort?: number;
  /** The data directory. It is created if missing. */
  data: string;
  /** How long deleted compositions and app instances are kept (ms); 0, the default, means for ever. */
  keepDeleted?: number;
  /** Loaded only when needed. A store that already has an app instance stays as it is. */
  seed?: (() => Promise<Seed>) | undefined;
  /**
   * The user that an empty store gets. Without a password the user gets a random one, which `deliverPassword` receives.
   */
  firstUser?: { email?: string | undefined; password?: string | undefined };
  deliverPassword?: (user: { email: string; password: string }) => void;
  /** The cost of new password hashes. */
  hashCost?: HashCost;
  /** What checking one content, package or picture may use. */
  jobLimits?: JobLimits;
  /** Where the service is reached, by whom, and its limits. Default: this machine only, with the default limits. */
  network?: NetworkTerms;
  /** The directory of `openapi.json` and `openapi.html`. Default: the one in the sources. */
  apiFiles?: string;
  /** Changes with everything that decides how contents are read. Without it, nothing is kept of what was read. */
  program?: string | undefined;
  log: Log;
  clock?: () => number;
  random?: (bytes: number) => Buffer;
  openStore?: (directory: string) => Store;
}

/** A service that is listening. */
export interface RunningService {
  url: string;
  /** The base address of pictures and graphics, for programs on the same machine. */
  mediaUrl: string;
  apps: ReadyLine['apps'];
  /** Closes every live channel, answers requests under way, and writes everything to disk. */
  close(): Promise<void>;
}

/** A reader with this many bytes unread gets nothing more, and is closed after this many beats. */
const mostWaiting = 4 * 1024 * 1024;
const slowBeats = 20;
const sourceFiles = join(import.meta.dirname, '../docs');

/**
 * Opens the store, listens and serves. Throws with a sentence for the person who started the service: `port-unusable`,
 * `data-unusable`, `database-in-use`, `database-unreadable`, `database-newer`, `database-older`.
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
    // The purge waits for uploads, and they have ended with the servers.
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

/** Where the service listens, known once it does. */
interface ListeningService extends Listening {
  connections: () => number;
}

interface WorkPorts {
  clock: () => number;
  random: (bytes: number) => Buffer;
  addresses: Addresses;
  self: SelfReporter;
  terms: NetworkTerms;
  log: Log;
  purgeTerms: { database: string; keepDeleted: number };
  /** The threads that check what clients send, and what is loaded, and read large updates. */
  threads: Pick<Closed, 'checks' | 'loads' | 'updates'>;
  contents: ReadContents;
}

/** Counts events, and reports whether the service is ready. */
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

/** Enough to hand over a whole show, and too little to find out addresses. */
const sendTerms = { most: 60, within: 3_600_000 };

/** What is closed with a service. */
interface Closed {
  checks: JobThread;
  loads: JobThread;
  updates: JobThread;
  purge: Purge;
}

/** No account has this id. */
const nobody = 0;

/** Reading every content of a large database takes minutes on a slow disk, and holds no show up. */
const searchLimits = { deadline: 3_600_000, heap: 256 };

/** Finds what nothing uses, in a thread that lives no longer. */
async function unusedParts(database: string, log: Log, closed: AbortSignal): Promise<Parts> {
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

/** Wires what the endpoints work on. Commits go to the live channels, and revoked tokens close theirs. */
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
  const limits = { bodyLimits: terms.limits, maxAccount: terms.limits.maxAccount, sends: new Allowance(sendTerms) };
  const parts = { store, apps, commits, live, addresses, self, log, uploads, purge };
  return { ...parts, graphicHosts, ...threads, ...limits, now, ids };
}

/** At a first start, creates the first user and stores the first show. */
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

/**
 * Sends a heartbeat on the live channels, rereads what commands such as `user remove` wrote meanwhile, and begins a purge if
 * one is due.
 */
function beat({ store, commits, apps, live, purge }: Work & Closed, log: Log): void {
  try {
    if (store.changedElsewhere()) {
      commits.flush();
      apps.refreshAll();
    }
  } catch (thrown) {
    log.error('The changes of another program cannot be read.', { cause: (thrown as Error).stack });
  }
  live.beat();
  purge.beat();
}

/** The app instances that can be controlled, for the program that started the service. */
function readyApps({ store, addresses }: Work): ReadyLine['apps'] {
  return store
    .allAppInstances()
    .flatMap(({ id, name, token, outputs }) =>
      token === null ? [] : [{ id, name, token, onairUrl: addresses.onair(outputs[0]?.token) }],
    );
}
