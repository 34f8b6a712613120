import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Accounts } from './accounts/accounts.ts';
import type { HashCost } from './accounts/password-hash.ts';
import type { Addresses } from './addresses.ts';
import { AppInstances } from './app-instances.ts';
import { CommitQueue } from './commit-queue.ts';
import { callerAllowance } from './domain/allowance.ts';
import { defaultTerms, type NetworkTerms } from './http/network-terms.ts';
import { type JobLimits, JobThread } from './jobs/job-thread.ts';
import { LiveChannels } from './live/live-channels.ts';
import type { ServiceLog } from './log.ts';
import { Purge } from './purge.ts';
import { ReadContents } from './read-contents.ts';
import { SelfReporter } from './self-report.ts';
import { dataFiles } from './store/sqlite/data-files.ts';
import type { PurgedParts } from './store/sqlite/unused-parts.ts';
import type { Store } from './store/store.ts';
import { Uploads } from './uploads.ts';

export interface WorkOptions {
  /** Created if missing. */
  data: string;
  /** Milliseconds to keep deleted compositions and app instances; 0, the default, means for ever. */
  keepDeleted?: number;
  jobLimits?: JobLimits;
  /** Default: this machine only, with the default limits. */
  network?: NetworkTerms;
  apiFiles?: string;
  /** Changes when reading contents may change. Undefined disables the cache. */
  program?: string | undefined;
  log: ServiceLog;
  clock?: () => number;
  hashCost?: HashCost;
}

/** Bytes unread from which a reader gets nothing more, and beats until it is closed. */
const mostWaiting = 4 * 1024 * 1024;
const slowBeats = 20;
const sourceFiles = join(import.meta.dirname, '../docs');

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

export type Work = ReturnType<typeof workOn>;

export function workOn(store: Store, addresses: Addresses, options: WorkOptions) {
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
    /** Read freely; write only through `commits`. */
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
    /** Parses large updates in a third thread, so that they never wait for checks or loads. */
    updates: thread(),
    terms,
    uploads,
    purge: new Purge({ store, clock, unusedParts: searched, uploads, log }, keepDeleted),
    /** Counts a copy that a user sends to another one. Enough to send a whole show, too few to probe addresses. */
    sent: callerAllowance(60, 3_600_000),
    /** Milliseconds since the epoch. */
    clock,
    now,
    /** A token has 192 random bits, safe in addresses. */
    ids: { uuid: (): string => randomUUID(), token: () => randomBytes(24).toString('base64url') },
  };
}
