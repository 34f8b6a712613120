import { texts } from '../../contract/texts/texts.ts';
import type { Worker } from 'node:worker_threads';
import type { DataUpdate, RowPage, RowPageQuery, SourceView, WantedCell } from '../../contract/desk-api/source.ts';
import type { DataPort, OpenData, SourceToRead } from '../../desk/live-data/data-ports.ts';
import type { Log } from '../../desk/ports.ts';
import { systemClock } from '../clock.ts';
import { type CalledThread, threadProgram, threadToCall } from '../thread-calls.ts';

export interface DataCalls {
  read(sources: readonly SourceToRead[]): void;
  want(cells: readonly WantedCell[]): void;
  push(pushed: { source: string; bytes: Uint8Array }): Promise<SourceView | undefined>;
  page(query: RowPageQuery): RowPage;
}

/** `update` is a `DataUpdate` as JSON: a text transfers at a fraction of the cost of cloning many small objects. */
export type DataThreadNews = { update: string } | { fault: { id: string; trace: string } };

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

/** `mostHeap`: MiB of heap. Above this, only the thread is terminated, not the desk. */
const usual = { clock: systemClock, mostHeap: 1_024, onStart: (_thread: Worker): void => undefined };

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
  readonly #thread: CalledThread<DataCalls>;
  #state: 'new' | 'running' | 'ended' | 'closed' = 'new';
  /** Settles when a thread runs, or none will run again. */
  #next = Promise.withResolvers<undefined>();
  #why = '';
  #restarts = 0;
  /** Monotonic time. */
  #startedAt = 0;
  #callOff: () => void = () => {};
  #read: readonly SourceToRead[] = [];
  #wanted: readonly WantedCell[] = [];
  readonly #views = new Map<string, SourceView>();
  readonly #interrupted = new Set<string>();

  constructor(log: Log, onUpdate: (update: DataUpdate) => void, rules = usual) {
    [this.#log, this.#onUpdate, this.#rules] = [log, onUpdate, rules];
    this.#thread = threadToCall<DataCalls>({
      program: threadProgram('data/data-program.ts', 'data'),
      name: texts.threads.liveData,
      heap: rules.mostHeap + leeway,
      unref: true,
      onNews: (news) => this.#take(news as DataThreadNews),
      onStart: (thread) => {
        rules.onStart(thread);
        this.#measureSoon(thread);
      },
      onEnd: (error) => this.#ended(error),
    });
  }

  read(sources: readonly SourceToRead[]): void {
    this.#read = sources;
    const ids = new Set(sources.map(({ source }) => source.id));
    for (const id of this.#views.keys()) if (!ids.has(id)) this.#views.delete(id);
    if (this.#state === 'running') this.#tell('read', sources);
    else if (this.#state === 'new' && sources.length > 0) this.#start();
  }

  want(cells: readonly WantedCell[]): void {
    this.#wanted = cells;
    if (this.#state === 'running') this.#tell('want', cells);
  }

  async push(source: string, bytes: Uint8Array): Promise<SourceView | undefined> {
    if (this.#state !== 'running') return undefined;
    // Small buffers share their memory, so they are copied. Copying a large one would take longer than a press may.
    const isAlone = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
    const pushed = this.#thread.call('push', { source, bytes }, isAlone ? [bytes.buffer] : []);
    // The source reports the end of the thread.
    return pushed.catch(() => undefined);
  }

  /** If the thread ends, its next run gives the page. */
  async page(query: RowPageQuery): Promise<RowPage> {
    while (this.#state === 'running' || this.#state === 'ended') {
      const run = this.#next;
      await run.promise;
      // The sources report the end of the thread.
      const page =
        this.#state === 'running' ? await this.#thread.call('page', query).catch(() => undefined) : undefined;
      if (page) return page;
      if (run === this.#next) break;
    }
    return { from: query.from, total: 0, columns: [], rows: [] };
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    this.#callOff();
    this.#next.resolve(undefined);
    await this.#thread.end();
  }

  #tell<Name extends 'read' | 'want'>(name: Name, argument: Parameters<DataCalls[Name]>[0]): void {
    // A thread that has ended needs no answer: the next one gets everything again.
    this.#thread.call(name, argument).catch(() => undefined);
  }

  #start(): void {
    this.#state = 'running';
    this.#why = texts.data.ended;
    this.#startedAt = this.#rules.clock.monotonic();
    this.#tell('read', this.#read);
    this.#tell('want', this.#wanted);
    this.#next.resolve(undefined);
  }

  #measureSoon(thread: Worker): void {
    this.#rules.clock.after(measuredEvery, () => void this.#measure(thread));
  }

  async #measure(thread: Worker): Promise<void> {
    // A thread that has ended has no heap.
    const heap = await thread.getHeapStatistics().catch(() => undefined);
    if (!heap) return;
    if (heap.used_heap_size <= this.#rules.mostHeap * 2 ** 20) return this.#measureSoon(thread);
    this.#why = texts.data.needsMemory;
    const message = texts.data.memoryEnded;
    this.#log.write({ level: 'error', where: 'data', message });
    await thread.terminate();
  }

  #take(news: DataThreadNews): void {
    if (this.#state === 'closed') return;
    if ('update' in news) return this.#update(JSON.parse(news.update) as DataUpdate);
    const { id, trace } = news.fault;
    this.#log.write({ level: 'error', where: 'data', message: texts.data.notReadable, id, fields: { trace } });
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

  #ended(uncaught: Error | undefined): void {
    if (this.#state === 'closed') return;
    this.#state = 'ended';
    this.#next = Promise.withResolvers();
    if (uncaught) {
      this.#why = uncaught.message;
      const message = texts.data.failed;
      this.#log.write({ level: 'error', where: 'data', message, cause: uncaught });
    }
    this.#planRestart();
    const error = texts.data.restarted(this.#why);
    const views = [...this.#views.values()].map((view): SourceView => ({ ...view, state: 'BROKEN', error }));
    for (const view of views) if (view.at !== null) this.#interrupted.add(view.id);
    this.#onUpdate({ views, ages: {}, cells: {} });
  }

  #planRestart(): void {
    const { clock } = this.#rules;
    if (clock.monotonic() - this.#startedAt > longestRestart) this.#restarts = 0;
    const wait = Math.min(firstRestart * 2 ** this.#restarts, longestRestart);
    this.#restarts += 1;
    this.#callOff = clock.after(wait, () => this.#start());
  }
}
