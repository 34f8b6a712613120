import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { OverlayError } from '../../contract/errors.ts';
import { tooMany } from '../domain/allowance.ts';
import type { ServiceLog } from '../log.ts';
import type { JobGiven, JobName, JobResult } from './jobs.ts';
import { handedOver, type JobAnswer, type JobMessage, resultOf } from './messages.ts';

export interface JobLimits {
  /** Milliseconds from the moment that the thread gets the job. */
  deadline: number;
  /** Heap of the working thread in MiB, without files. */
  heap: number;
}

/** Twice the need of the largest content and package on a slow machine. */
export const usualJobLimits: JobLimits = { deadline: 30_000, heap: 1_024 };

/** In ms. */
const measuredEvery = 50;
/**
 * V8's limit in MiB above a job's limit. V8 may end the whole process at its limit, so jobs must end before. No job
 * allocates this much between two measurements.
 */
const leeway = 1_024;
/** Above this share of the heap limit, a thread gets no further job, because leftovers would count. */
const reusedBelow = 0.25;
/** Milliseconds without work, after which the thread ends and frees its memory. */
const idleFor = 60_000;
/** Per account. */
const mostWaiting = 8;

const program = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'job-program.ts' : 'jobs.js');

interface Job {
  message: JobMessage;
  account: number;
  settle: (answer: JobAnswer) => void;
  refuse: (thrown: Error) => void;
}

interface Thread {
  worker: Worker;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  measuring: NodeJS.Timeout | undefined;
  /** Largest measured heap in bytes. */
  most: number;
}

export class JobThread {
  readonly #limits: JobLimits;
  readonly #log: ServiceLog;
  readonly #queue = new FairQueue<Job>(mostWaiting);
  #thread: Thread | undefined;
  #closed = false;

  constructor(log: ServiceLog, limits: JobLimits = usualJobLimits) {
    this.#log = log;
    this.#limits = limits;
  }

  /** Throws the job's error, `too-costly`, or `too-many`. */
  run<Name extends JobName>(name: Name, given: JobGiven<Name>, account: number): Promise<JobResult<Name>> {
    if (this.#closed) return Promise.reject(new OverlayError('not-ready'));
    return new Promise((resolve, reject) => {
      const settle = (answer: JobAnswer): void => {
        resolve(Promise.resolve(answer).then(resultOf) as Promise<JobResult<Name>>);
      };
      if (!this.#queue.add({ message: { name, given }, account, settle, refuse: reject })) {
        return reject(tooMany(1, 'Too many contents and uploads of this account are waiting.'));
      }
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const jobs = [...this.#queue.clear(), ...(this.#thread?.job ? [this.#thread.job] : [])];
    for (const { refuse } of jobs) refuse(new OverlayError('not-ready'));
    await this.#end();
  }

  #next(): void {
    const thread = this.#thread;
    if (thread?.job || this.#closed) return;
    const job = this.#queue.take();
    if (!job) return this.#rest();
    this.#begin(thread ?? this.#start(), job);
  }

  #start(): Thread {
    const { heap } = this.#limits;
    const worker = new Worker(program, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heap + leeway } });
    const thread: Thread = { worker, job: undefined, timer: undefined, measuring: undefined, most: 0 };
    worker.on('message', (answer: JobAnswer) => this.#done(thread, (job) => job.settle(answer)));
    // The listener above would keep the service from ending.
    worker.unref();
    worker.on('error', (thrown: NodeJS.ErrnoException) => {
      if (this.#thread === thread) this.#thread = undefined;
      const isMemory = thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#done(thread, (job) => job.refuse(isMemory ? this.#tooCostly(job, 'memory') : thrown));
    });
    this.#thread = thread;
    return thread;
  }

  #begin(thread: Thread, job: Job): void {
    clearTimeout(thread.timer);
    thread.job = job;
    thread.timer = setTimeout(() => this.#endCostly(thread, 'time'), this.#limits.deadline);
    thread.measuring = setInterval(() => void this.#measure(thread, job), measuredEvery);
    thread.worker.postMessage(job.message, handedOver(job.message.given));
  }

  async #measure(thread: Thread, job: Job): Promise<void> {
    // A thread that has ended has no heap.
    const heap = await thread.worker.getHeapStatistics().catch(() => undefined);
    if (!heap || thread.job !== job) return;
    thread.most = Math.max(thread.most, heap.used_heap_size);
    if (heap.used_heap_size > this.#mostHeap) this.#endCostly(thread, 'memory');
  }

  /** In bytes. */
  get #mostHeap(): number {
    return this.#limits.heap * 2 ** 20;
  }

  #endCostly(thread: Thread, what: 'time' | 'memory'): void {
    void this.#end();
    this.#done(thread, (job) => job.refuse(this.#tooCostly(job, what)));
  }

  #done(thread: Thread, end: (job: Job) => void): void {
    const { job } = thread;
    if (!job) return;
    clearTimeout(thread.timer);
    clearInterval(thread.measuring);
    thread.job = undefined;
    end(job);
    if (this.#thread === thread && thread.most > reusedBelow * this.#mostHeap) void this.#end();
    this.#next();
  }

  #rest(): void {
    const thread = this.#thread;
    if (!thread) return;
    thread.timer = setTimeout(() => void this.#end(), idleFor);
    thread.timer.unref();
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    clearTimeout(thread?.timer);
    clearInterval(thread?.measuring);
    await thread?.worker.terminate();
  }

  #tooCostly({ message: { name }, account }: Job, what: 'time' | 'memory'): OverlayError {
    this.#log.warn('A check took too much and was ended.', { what, job: name, account });
    return new OverlayError('too-costly');
  }
}

/** A queue in which accounts take turns, so that a hundred items delay other accounts by only one. */
export class FairQueue<Item extends { account: number }> {
  readonly #mostEach: number;
  readonly #waiting = new Map<number, Item[]>();

  constructor(mostEach: number) {
    this.#mostEach = mostEach;
  }

  /** Returns false if there is no room. */
  add(item: Item): boolean {
    const own = this.#waiting.get(item.account) ?? [];
    if (own.length >= this.#mostEach) return false;
    own.push(item);
    this.#waiting.set(item.account, own);
    return true;
  }

  take(): Item | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [account, own] = turn;
    const item = own.shift();
    this.#waiting.delete(account);
    if (own.length > 0) this.#waiting.set(account, own);
    return item;
  }

  clear(): Item[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}
