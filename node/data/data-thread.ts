import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DataUpdate, RowPage, RowPageQuery, SourceView, WantedCell } from '../../contract/desk-api/source.ts';
import type { DataPort, OpenData, SourceToRead } from '../../desk/live-data/data-ports.ts';
import type { Log } from '../../desk/ports.ts';
import type { Clock } from '../../contract/clock.ts';
import { systemClock } from '../clock.ts';
import type { FromDataThread, ToDataThread } from './data-messages.ts';

/** The built shells have the thread program in a sibling folder. */
const program = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'data-program.ts' : '../desk/data.js');
/**
 * Margin (MiB) of V8's limit, where V8 may end the whole process. No thread allocates this much between two
 * measurements.
 */
const leeway = 1_024;
/** Milliseconds between two measurements of the heap. */
const measuredEvery = 100;
/** Milliseconds before the first restart, and the maximum after repeated ends. */
const firstRestart = 1_000;
const longestRestart = 60_000;

/** MiB of heap. Above this, only the thread is terminated, not the desk. */
const mostHeap = 1_024;

const usual = {
  clock: systemClock,
  mostHeap,
  start: (): Worker =>
    new Worker(program, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: mostHeap + leeway } }),
};

export function openDataThread(log: Log): OpenData {
  return (onUpdate) => new DataThread(log, onUpdate);
}

/**
 * Reads live data in its own thread, started with the first source. If the thread ends, each source reports this until
 * it is read again, and its last data stays.
 */
export class DataThread implements DataPort {
  readonly #log: Log;
  readonly #onUpdate: (update: DataUpdate) => void;
  readonly #rules: typeof usual;
  readonly #clock: Clock;
  #thread: Worker | undefined;
  #isStarted = false;
  #isClosed = false;
  #restarts = 0;
  /** Monotonic time. */
  #startedAt = 0;
  #callOff: () => void = () => {};
  #read: readonly SourceToRead[] = [];
  #wanted: readonly WantedCell[] = [];
  readonly #pages = new Map<number, { query: RowPageQuery; give: (page: RowPage) => void }>();
  readonly #pushes = new Map<number, (view: SourceView | undefined) => void>();
  #asked = 0;
  readonly #views = new Map<string, SourceView>();
  readonly #interrupted = new Set<string>();

  constructor(log: Log, onUpdate: (update: DataUpdate) => void, rules = usual) {
    this.#log = log;
    this.#onUpdate = onUpdate;
    this.#rules = rules;
    this.#clock = rules.clock;
  }

  read(sources: readonly SourceToRead[]): void {
    this.#read = sources;
    const ids = new Set(sources.map(({ source }) => source.id));
    for (const id of this.#views.keys()) if (!ids.has(id)) this.#views.delete(id);
    if (this.#isStarted) this.#tell({ read: sources });
    else if (sources.length > 0) this.#start();
  }

  want(cells: readonly WantedCell[]): void {
    this.#wanted = cells;
    this.#tell({ want: cells });
  }

  push(source: string, bytes: Uint8Array): Promise<SourceView | undefined> {
    const thread = this.#thread;
    if (!thread) return Promise.resolve(undefined);
    this.#asked += 1;
    const id = this.#asked;
    const pushed = Promise.withResolvers<SourceView | undefined>();
    this.#pushes.set(id, pushed.resolve);
    // Small buffers share their memory, so they are copied. Copying a large one would take longer than a press may.
    const isAlone = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
    thread.postMessage({ push: source, bytes, id } satisfies ToDataThread, isAlone ? [bytes.buffer] : []);
    return pushed.promise;
  }

  page(query: RowPageQuery): Promise<RowPage> {
    return new Promise((give) => {
      if (this.#isClosed || !this.#isStarted) return give({ from: query.from, total: 0, columns: [], rows: [] });
      this.#asked += 1;
      this.#pages.set(this.#asked, { query, give });
      this.#tell({ page: query, id: this.#asked });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#callOff();
    for (const { query, give } of this.#pages.values()) give({ from: query.from, total: 0, columns: [], rows: [] });
    this.#pages.clear();
    this.#leavePushes();
    await this.#thread?.terminate();
  }

  #tell(message: ToDataThread): void {
    this.#thread?.postMessage(message);
  }

  #start(): void {
    this.#isStarted = true;
    const thread = this.#rules.start();
    this.#thread = thread;
    this.#startedAt = this.#clock.monotonic();
    let why = 'it was ended';
    thread.on('message', (message: FromDataThread) => this.#take(message));
    // Must come after the listener above, which would keep the desk from ending.
    thread.unref();
    thread.on('error', (error: Error) => {
      why = error.message;
      this.#log.write({
        level: 'error',
        where: 'data',
        message: 'The reading of live data failed.',
        cause: error,
      });
    });
    thread.on('exit', () => this.#ended(why));
    this.#measureSoon(thread, (problem) => (why = problem));
    this.#tell({ read: this.#read });
    this.#tell({ want: this.#wanted });
    for (const [id, { query }] of this.#pages) this.#tell({ page: query, id });
  }

  #measureSoon(thread: Worker, end: (why: string) => void): void {
    this.#clock.after(measuredEvery, () => {
      if (this.#thread === thread && !this.#isClosed) void this.#measure(thread, end);
    });
  }

  async #measure(thread: Worker, end: (why: string) => void): Promise<void> {
    // A thread that has ended has no heap.
    const heap = await thread.getHeapStatistics().catch(() => undefined);
    if (!heap || this.#thread !== thread) return;
    if (heap.used_heap_size <= this.#rules.mostHeap * 2 ** 20) return this.#measureSoon(thread, end);
    end('its data needs too much memory');
    this.#log.write({
      level: 'error',
      where: 'data',
      message: 'The live data needed too much memory, so its thread was ended.',
    });
    await thread.terminate();
  }

  #take(message: FromDataThread): void {
    if (this.#isClosed) return;
    if ('page' in message) this.#givePage(message);
    else if ('pushed' in message) this.#answerPush(message.id, message.pushed);
    else if ('fault' in message) this.#logFault(message.fault);
    else this.#update(JSON.parse(message.update) as DataUpdate);
  }

  #givePage({ id, page }: { id: number; page: RowPage }): void {
    this.#pages.get(id)?.give(page);
    this.#pages.delete(id);
  }

  #answerPush(id: number, view: SourceView | undefined): void {
    this.#pushes.get(id)?.(view);
    this.#pushes.delete(id);
  }

  #logFault({ id, trace }: { id: string; trace: string }): void {
    const fields = { trace };
    this.#log.write({ level: 'error', where: 'data', message: 'A source could not be read.', id, fields });
  }

  #update({ views, ages, cells }: DataUpdate): void {
    const read = views.filter((view) => !this.#isBefore(view));
    for (const view of read) {
      this.#interrupted.delete(view.id);
      this.#views.set(view.id, view);
    }
    for (const [id, at] of Object.entries(ages)) {
      const view = this.#views.get(id);
      if (view) this.#views.set(id, { ...view, at });
    }
    this.#onUpdate({ views: read, ages, cells });
  }

  #isBefore({ id, state }: SourceView): boolean {
    return state === 'WAITING' && this.#interrupted.has(id);
  }

  #ended(why: string): void {
    if (this.#isClosed) return;
    this.#thread = undefined;
    this.#leavePushes();
    this.#planRestart();
    const error = `The reading of live data stopped (${why}). It is started again.`;
    const views = [...this.#views.values()].map((view): SourceView => ({ ...view, state: 'BROKEN', error }));
    for (const view of views) if (view.at !== null) this.#interrupted.add(view.id);
    this.#onUpdate({ views, ages: {}, cells: {} });
  }

  #leavePushes(): void {
    for (const answer of this.#pushes.values()) answer(undefined);
    this.#pushes.clear();
  }

  #planRestart(): void {
    if (this.#clock.monotonic() - this.#startedAt > longestRestart) this.#restarts = 0;
    const wait = Math.min(firstRestart * 2 ** this.#restarts, longestRestart);
    this.#restarts += 1;
    this.#callOff = this.#clock.after(wait, () => this.#start());
  }
}
