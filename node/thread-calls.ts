import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import { errorIn } from '../contract/errors.ts';

/** The functions of a thread. Each takes one argument that can be cloned. */
type ThreadFunctions<Calls> = { [Name in keyof Calls]: (argument: never) => unknown };

interface ThreadCall {
  nth: number;
  name: string;
  argument: unknown;
}
type ThreadAnswer = { nth: number; result: unknown } | { nth: number; problem: string };

export interface CalledThread<Calls extends ThreadFunctions<Calls>> {
  /** Rejects with the words of the error in the thread, or with the reason why the thread has ended. */
  call<Name extends keyof Calls & string>(
    name: Name,
    argument: Parameters<Calls[Name]>[0],
  ): Promise<Awaited<ReturnType<Calls[Name]>>>;
  end(): Promise<unknown>;
}

export interface ThreadToCall extends WorkerOptions {
  program: string;
  /** For the error if the thread ends: `The thread that draws`. */
  name: string;
  /** MiB of heap above which the thread ends. */
  heap: number;
  /** True if the process may end while the thread runs. */
  unref?: boolean;
  onNews?(news: unknown): void;
}

/** A thread that starts with the first call, and again with the next call after it ended. It takes calls in order. */
export function threadToCall<Calls extends ThreadFunctions<Calls>>(options: ThreadToCall): CalledThread<Calls> {
  const { program, name: threadName, heap, unref = false, onNews, ...ofWorker } = options;
  let thread: Worker | undefined;
  let nth = 0;
  let isEnded = false;
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const take = (message: ThreadAnswer | { news: unknown }): void => {
    if ('news' in message) return onNews?.(message.news);
    const call = waiting.get(message.nth);
    waiting.delete(message.nth);
    if ('problem' in message) call?.reject(new Error(message.problem));
    else call?.resolve(message.result);
  };
  const start = (): Worker => {
    const started = new Worker(program, {
      ...ofWorker,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heap },
    });
    started.on('message', take);
    // Must come after the listener above, which would keep the desk from ending.
    if (unref) started.unref();
    let why = `${threadName} has ended.`;
    started.on('error', (error: Error) => (why = `${threadName} has ended: ${error.message}`));
    started.on('exit', () => {
      thread = undefined;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(new Error(why));
    });
    return started;
  };
  return {
    call(name, argument) {
      if (isEnded) return Promise.reject(new Error(`${threadName} has ended.`));
      thread ??= start();
      nth += 1;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.set(nth, { resolve, reject });
      try {
        thread.postMessage({ nth, name, argument } satisfies ThreadCall);
      } catch (error) {
        waiting.delete(nth);
        reject(errorIn(error));
      }
      return promise as ReturnType<typeof this.call<typeof name>>;
    },
    end() {
      isEnded = true;
      return thread?.terminate() ?? Promise.resolve();
    },
  };
}

/** In the thread: answers calls with these functions. */
export function answerCalls<Calls extends ThreadFunctions<Calls>>(calls: Calls): void {
  parentPort?.on('message', ({ nth, name, argument }: ThreadCall) => {
    Promise.try(calls[name as keyof Calls], argument as never).then(
      (result) => parentPort?.postMessage({ nth, result } satisfies ThreadAnswer),
      (thrown: unknown) => {
        const problem = thrown instanceof Error ? thrown.message : String(thrown);
        parentPort?.postMessage({ nth, problem } satisfies ThreadAnswer);
      },
    );
  });
}

/** In the thread: sends something that was not asked for. */
export function sendNews(news: unknown): void {
  parentPort?.postMessage({ news });
}
