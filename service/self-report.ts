import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { errorIn } from '../contract/errors.ts';
import { type OutputPage, PageRole } from '../contract/service-api/output-page.ts';
import type { ChannelWatch } from './live/live-channel.ts';
import type { LiveChannels } from './live/live-channels.ts';

type ApiFile = 'openapi.json' | 'openapi.html';

/** Milliseconds that a test write stays valid, so that frequent readiness checks do not wear the disk. */
const writeGoodFor = 1_000;

const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const blocks = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const batches = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export class SelfReporter implements ChannelWatch {
  readonly #registry = new Registry();
  readonly #requests = this.#counter('overlay_requests_total', 'Answered requests by endpoint and status.', [
    'endpoint',
    'status',
  ]);
  readonly #durations = this.#histogram('overlay_request_seconds', 'From the headers of a request to its answer.', {
    buckets: seconds,
    labelNames: ['endpoint'],
  });
  readonly #commits = this.#histogram('overlay_commit_requests', 'Requests that one transaction wrote.', {
    buckets: batches,
  });
  readonly #commitTimes = this.#histogram('overlay_commit_seconds', 'Time of one transaction with its sync.', {
    buckets: seconds,
  });
  readonly #failed = this.#counter('overlay_commits_failed_total', 'Transactions that could not be written.');
  readonly #slow = this.#counter(
    'overlay_live_slow_total',
    'Live readers that were skipped or closed for being slow.',
    ['what'],
  );
  readonly #dropped: Counter<'role'>;
  readonly #full = this.#counter('overlay_connections_full_total', 'Times that all connections came to be taken.');
  readonly #blocked = this.#histogram('overlay_loop_blocked_seconds', 'How long the event loop gave no answer.', {
    buckets: blocks,
  });
  readonly #write: () => void;
  readonly #apiFiles: string;
  readonly #clock: () => number;
  /** Requests whose effect is only in memory. */
  unstored = 0;
  #live: LiveChannels | undefined;
  #connections = (): number => 0;
  #longestBlock = 0;
  #stopping = false;
  #written: { at: number; problem: string | undefined } | undefined;

  /** `write` throws if the store cannot write. `clock`: ms since any fixed moment. */
  constructor(write: () => void, apiFiles: string, clock = () => performance.now()) {
    this.#write = write;
    this.#apiFiles = apiFiles;
    this.#clock = clock;
    const gauge = (name: string, help: string, value: () => number): void =>
      this.#gauge(name, help, (made) => made.set(value()));
    gauge('overlay_unstored_requests', 'Requests whose effect is not on the disk.', () => this.unstored);
    gauge('overlay_live_subscribers', 'Live readers.', () => this.#live?.size ?? 0);
    gauge('overlay_connections', 'Open connections, live readers included.', () => this.#connections());
    gauge(
      'overlay_loop_longest_block_seconds',
      'The longest time since the start that the event loop gave no answer.',
      () => this.#longestBlock,
    );
    this.#gaugesOfPages();
    this.#dropped = this.#counter('overlay_output_dropped_frames_total', 'Frames that pages left out, by their role.', [
      'role',
    ]);
    gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
    gauge('nodejs_heap_used_bytes', 'Memory that the heap holds.', () => process.memoryUsage().heapUsed);
    gauge('process_uptime_seconds', 'How long the process has run.', () => process.uptime());
    this.#cpuTime();
  }

  /** Metrics read these counts on demand. */
  count(live: LiveChannels, connections: () => number): void {
    this.#live = live;
    this.#connections = connections;
  }

  /** `endpoint`: the endpoint's name, `page` for pages and files, `none` for unknown addresses. */
  answered(endpoint: string, status: number, took: number): void {
    this.#requests.inc({ endpoint, status: String(status) });
    this.#durations.observe({ endpoint }, took);
  }

  /** A transaction begins. Call the returned function at its end. */
  writing(requests: number): (stored: boolean) => void {
    const start = this.#clock();
    return (stored) => {
      this.#commitTimes.observe((this.#clock() - start) / 1000);
      if (stored) this.#commits.observe(requests);
      else this.#failed.inc();
    };
  }

  slow(what: 'skipped' | 'closed'): void {
    this.#slow.inc({ what });
  }

  dropped(role: PageRole, frames: number): void {
    this.#dropped.inc({ role }, frames);
  }

  full(): void {
    this.#full.inc();
  }

  /** The event loop was blocked for `time` ms. */
  blocked(time: number): void {
    this.#blocked.observe(time / 1000);
    this.#longestBlock = Math.max(this.#longestBlock, time / 1000);
  }

  stopping(): void {
    this.#stopping = true;
  }

  /** Undefined if the service is ready. */
  unready(): string | undefined {
    if (this.#stopping) return 'The service is stopping.';
    if (this.unstored > 0) return 'What went Out is not on the disk. It would come back after a restart.';
    const at = this.#clock();
    if (!this.#written || at - this.#written.at >= writeGoodFor) this.#written = { at, problem: this.#tryWrite() };
    return this.#written.problem;
  }

  /** In the Prometheus text format. */
  metrics(): Promise<string> {
    return this.#registry.metrics();
  }

  openApi(file: ApiFile): Promise<string> {
    return readFile(join(this.#apiFiles, file), 'utf8');
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram<Label extends string>(
    name: string,
    help: string,
    options: { buckets: number[]; labelNames?: Label[] },
  ): Histogram<Label> {
    return new Histogram({ name, help, ...options, registers: [this.#registry] });
  }

  /** `collect` sets the value when metrics are read. */
  #gauge(name: string, help: string, collect: (made: Gauge<'role'>) => void): void {
    new Gauge({
      name,
      help,
      labelNames: ['role'],
      registers: [this.#registry],
      collect() {
        collect(this);
      },
    });
  }

  /** Every role has a value, so that zero pages is visible too. */
  #gaugesOfPages(): void {
    const gauge = (name: string, help: string, value: (all: OutputPage[], now: number) => number): void =>
      this.#gauge(name, help, (made) => {
        const { pages, now } = this.#live?.pages() ?? { pages: [], now: 0 };
        for (const role of PageRole.options) {
          const ofRole = pages.filter((page) => page.role === role);
          made.set({ role }, value(ofRole, now));
        }
      });
    const oldest = (all: OutputPage[], now: number): number =>
      Math.max(0, ...all.map(({ reported }) => now - reported)) / 1_000;
    const missing = (all: OutputPage[]): number => all.reduce((sum, page) => sum + page.missing.length, 0);
    gauge('overlay_output_pages', 'Pages that draw a picture now.', (all) => all.length);
    gauge('overlay_output_missing_media', 'Pictures and the like that these pages cannot have.', missing);
    gauge('overlay_output_report_age_seconds', 'Time since the oldest of their last reports.', oldest);
  }

  #cpuTime(): void {
    const registers = [this.#registry];
    new Counter({
      name: 'process_cpu_seconds_total',
      help: 'Processor time of the process.',
      registers,
      collect() {
        const { user, system } = process.cpuUsage();
        this.reset();
        this.inc((user + system) / 1_000_000);
      },
    });
  }

  #tryWrite(): string | undefined {
    try {
      this.#write();
      return undefined;
    } catch (thrown) {
      return errorIn(thrown).message;
    }
  }
}
