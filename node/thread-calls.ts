import { speakAs, texts } from '../contract/texts/texts.ts';
import { join } from 'node:path';
import { parentPort, type Transferable, Worker, type WorkerOptions } from 'node:worker_threads';
import { errorIn } from '../contract/errors.ts';

/** Each function takes one argument that can be cloned. */
type ThreadFunctions<Calls> = { [Name in keyof Calls]: (argument: never) => unknown };

interface ThreadCall {
  nth: number;
  name: string;
  argument: unknown;
}
type ThreadAnswer = { nth: number; result: unknown } | { nth: number; problem: string };

export interface CalledThread<Calls extends ThreadFunctions<Calls>> {
  /**
   * Rejects with the words of the error in the thread, or with the reason why the thread has ended. `moved`: memory that
   * moves to the thread instead of being copied.
   */
  call<Name extends keyof Calls & string>(
    name: Name,
    argument: Parameters<Calls[Name]>[0],
    moved?: readonly Transferable[],
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
  onStart?(thread: Worker): void;
  /** `error`: the uncaught error that ended the thread. */
  onEnd?(error: Error | undefined): void;
}

/** The file of a thread program: in `node/` of the sources, or in the folder `desk/` beside that of the built program. */
export function threadProgram(source: string, built: string): string {
  const { dirname, filename } = import.meta;
  return join(dirname, filename.endsWith('.ts') ? source : `../desk/${built}.js`);
}

/** A thread that starts with the first call, and again with the next call after it ended. It takes calls in order. */
export function threadToCall<Calls extends ThreadFunctions<Calls>>(options: ThreadToCall): CalledThread<Calls> {
  const { program, name: threadName, heap, unref = false, onNews, onStart, onEnd, ...ofWorker } = options;
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
    let uncaught: Error | undefined;
    started.on('error', (error: Error) => (uncaught = error));
    started.on('exit', () => {
      thread = undefined;
      onEnd?.(uncaught);
      const why = uncaught ? texts.threads.endedWith(threadName, uncaught.message) : texts.threads.ended(threadName);
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(new Error(why));
    });
    onStart?.(started);
    return started;
  };
  return {
    call(name, argument, moved = []) {
      if (isEnded) return Promise.reject(new Error(texts.threads.ended(threadName)));
      thread ??= start();
      nth += 1;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.set(nth, { resolve, reject });
      try {
        thread.postMessage({ nth, name, argument } satisfies ThreadCall, moved);
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
  speakAs(process.env);
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
