import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { type OutputPage, PageRole } from '../contract/service-api/output-page.ts';
import type { ChannelWatch } from './live/live-channel.ts';
import { type Count, Counter, gauges, Histogram, type Metric, metricsText, reading, type Series } from './metrics.ts';

/** The OpenAPI document, and the page that shows it; both are generated. */
export type ApiFile = 'openapi.json' | 'openapi.html';

/** What the service tells of itself: whether it is ready, what it counted, and how it is spoken to. */
export interface SelfReport {
  /** Why the service is not ready; undefined where it is. */
  unready(): string | undefined;
  /** All metrics in the Prometheus text format. */
  metrics(): string;
  /** The OpenAPI document, or the page that shows it, as text. */
  openApi(file: ApiFile): Promise<string>;
}

/** What the service is told of what happens in it. */
export interface ServiceWatch extends ChannelWatch {
  /** A request was answered. `endpoint` is its name, `page` for pages and files, `none` for addresses that do not exist. */
  answered(endpoint: string, status: number, seconds: number): void;
  /** A transaction of that many requests begins; the way to say how it ended. */
  writing(requests: number): (stored: boolean) => void;
  /** A connection came while all were taken. */
  full(): void;
}

/** What the report looks at when it is asked. Counts are looked up, and `tryWrite` throws where the store cannot write. */
export interface SelfReportParts {
  subscribers: () => number;
  connections: () => number;
  /** Every page that draws a picture now, and the time (milliseconds since the epoch). */
  outputs: () => { pages: OutputPage[]; now: number };
  tryWrite: () => void;
  /** Milliseconds, from any start. */
  clock: () => number;
  /** The directory that holds each {@link ApiFile}. */
  apiFiles: string;
}

/** The answer to "can it write?" is good for this long (ms), so that asking often does not wear the disk. */
const writeGoodFor = 1_000;

const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const batches = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Counts what happens, and reports it. */
export class SelfReporter implements SelfReport, ServiceWatch {
  readonly #requests = new Counter('overlay_requests_total', 'Answered requests by endpoint and status.');
  readonly #durations = new Histogram(
    'overlay_request_seconds',
    'From the headers of a request to its answer.',
    seconds,
  );
  readonly #commits = new Histogram('overlay_commit_requests', 'Requests that one transaction wrote.', batches);
  readonly #commitTimes = new Histogram('overlay_commit_seconds', 'Time of one transaction with its sync.', seconds);
  readonly #failed = new Counter('overlay_commits_failed_total', 'Transactions that could not be written.');
  readonly #slow = new Counter('overlay_live_slow_total', 'Live readers that were skipped or closed for being slow.');
  readonly #dropped = new Counter('overlay_output_dropped_frames_total', 'Frames that pages left out, by their role.');
  readonly #full = new Counter('overlay_connections_full_total', 'Times that all connections came to be taken.');
  readonly #counted = new Map<string, { seconds: Series; statuses: Map<number, Count> }>();
  readonly #parts: SelfReportParts;
  #stopping = false;
  #written: { at: number; problem: string | undefined } | undefined;

  constructor(parts: SelfReportParts) {
    this.#parts = parts;
  }

  answered(endpoint: string, status: number, took: number): void {
    let counted = this.#counted.get(endpoint);
    if (!counted) {
      counted = { seconds: this.#durations.of({ endpoint }), statuses: new Map() };
      this.#counted.set(endpoint, counted);
    }
    let count = counted.statuses.get(status);
    if (!count) counted.statuses.set(status, (count = this.#requests.of({ endpoint, status: String(status) })));
    count.value += 1;
    counted.seconds.observe(took);
  }

  writing(requests: number): (stored: boolean) => void {
    const start = this.#parts.clock();
    return (stored) => {
      this.#commitTimes.of().observe((this.#parts.clock() - start) / 1000);
      if (stored) this.#commits.of().observe(requests);
      else this.#failed.of().value += 1;
    };
  }

  slow(what: 'skipped' | 'closed'): void {
    this.#slow.of({ what }).value += 1;
  }

  dropped(role: PageRole, frames: number): void {
    this.#dropped.of({ role }).value += frames;
  }

  full(): void {
    this.#full.of().value += 1;
  }

  /** From now on the service is not ready. */
  stopping(): void {
    this.#stopping = true;
  }

  unready(): string | undefined {
    if (this.#stopping) return 'The service is stopping.';
    const at = this.#parts.clock();
    if (!this.#written || at - this.#written.at >= writeGoodFor) this.#written = { at, problem: this.#tryWrite() };
    return this.#written.problem;
  }

  metrics(): string {
    const { subscribers, connections } = this.#parts;
    const memory = process.memoryUsage();
    const all: Metric[] = [
      this.#requests,
      this.#durations,
      this.#commits,
      this.#commitTimes,
      this.#failed,
      gauge('overlay_live_subscribers', 'Live readers.', subscribers),
      this.#slow,
      ...this.#ofPages(),
      this.#dropped,
      gauge('overlay_connections', 'Open connections, live readers included.', connections),
      this.#full,
      gauge('process_resident_memory_bytes', 'Memory of the process.', () => memory.rss),
      gauge('nodejs_heap_used_bytes', 'Memory that the heap holds.', () => memory.heapUsed),
      gauge('process_uptime_seconds', 'How long the process has run.', () => process.uptime()),
      cpuTime(),
    ];
    return metricsText(all);
  }

  /** The pages by role: how many there are is told for every role, so that none at all is a number too. */
  #ofPages(): Metric[] {
    const { pages, now } = this.#parts.outputs();
    const byRole = PageRole.options.map((role) => ({ role, all: pages.filter((page) => page.role === role) }));
    const each = (of: (all: OutputPage[]) => number) => () =>
      byRole.map(({ role, all }) => [{ role }, of(all)] as [{ role: PageRole }, number]);
    const oldest = (all: OutputPage[]): number => Math.max(0, ...all.map(({ reported }) => now - reported)) / 1_000;
    const missing = (all: OutputPage[]): number => all.reduce((sum, page) => sum + page.missing.length, 0);
    return [
      gauges(
        'overlay_output_pages',
        'Pages that draw a picture now.',
        each((all) => all.length),
      ),
      gauges('overlay_output_missing_media', 'Pictures and the like that these pages cannot have.', each(missing)),
      gauges('overlay_output_report_age_seconds', 'Time since the oldest of their last reports.', each(oldest)),
    ];
  }

  openApi(file: ApiFile): Promise<string> {
    return readFile(join(this.#parts.apiFiles, file), 'utf8');
  }

  #tryWrite(): string | undefined {
    try {
      this.#parts.tryWrite();
      return undefined;
    } catch (thrown) {
      return (thrown as Error).message;
    }
  }
}

function cpuTime(): Metric {
  const { user, system } = process.cpuUsage();
  const value = (): number => (user + system) / 1_000_000;
  return reading({ name: 'process_cpu_seconds_total', help: 'Processor time of the process.', type: 'counter' }, value);
}

function gauge(name: string, help: string, value: () => number): Metric {
  return reading({ name, help, type: 'gauge' }, value);
}
