import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HidReport } from '../contract/devices/driver.ts';
import type { DrawPicture } from '../surfaces/driver-ports.ts';
import type { PictureOrder } from '../surfaces/faces/picture-order.ts';

/** Desk to thread, and back. `nth` counts the orders. */
export interface ToPictureThread {
  nth: number;
  order: PictureOrder;
}
export type FromPictureThread = { nth: number; reports: HidReport[] } | { nth: number; problem: string };

/** The built desk has the program of the thread beside its own. */
const program = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'picture-program.ts' : '../desk/picture.js',
);
/** MiB of heap with which the thread is ended. It keeps some megabytes of pictures. */
const heap = 256;

interface Waiting {
  give(reports: HidReport[]): void;
  refuse(error: Error): void;
}

/** Draws in a thread of its own, which begins with the first picture and, if it ends, again with the next one. */
export function pictureThread(): DrawPicture {
  let thread: Worker | undefined;
  const waiting = new Map<number, Waiting>();
  let nth = 0;
  const start = (): Worker => {
    const started = new Worker(program, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heap } });
    started.on('message', (message: FromPictureThread) => {
      const one = waiting.get(message.nth);
      waiting.delete(message.nth);
      if ('reports' in message) one?.give(message.reports);
      else one?.refuse(new Error(message.problem));
    });
    // It never keeps a desk from ending; the listener above would.
    started.unref();
    let why = 'The thread that draws has ended.';
    started.on('error', (error: Error) => (why = `The thread that draws has ended: ${error.message}`));
    started.on('exit', () => {
      thread = undefined;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { refuse } of lost) refuse(new Error(why));
    });
    return started;
  };
  return (order) =>
    new Promise((give, refuse) => {
      thread ??= start();
      nth += 1;
      waiting.set(nth, { give, refuse });
      thread.postMessage({ nth, order } satisfies ToPictureThread);
    });
}
