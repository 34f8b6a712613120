import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HidReport } from '../contract/devices/driver.ts';
import type { DrawPicture } from '../surfaces/driver-ports.ts';
import type { PictureOrder } from '../surfaces/faces/picture-order.ts';

export interface ToPictureThread {
  nth: number;
  order: PictureOrder;
}
export type FromPictureThread = { nth: number; reports: HidReport[] } | { nth: number; problem: string };

/** The built desk has the thread program beside its own. */
const program = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'picture-program.ts' : '../desk/picture.js',
);
/** MiB of heap above which the thread ends. Cached pictures take some megabytes. */
const heap = 256;

interface WaitingPicture {
  give(reports: HidReport[]): void;
  refuse(error: Error): void;
}

export function pictureThread(): DrawPicture {
  let thread: Worker | undefined;
  const waiting = new Map<number, WaitingPicture>();
  let nth = 0;
  const start = (): Worker => {
    const started = new Worker(program, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heap } });
    started.on('message', (message: FromPictureThread) => {
      const one = waiting.get(message.nth);
      waiting.delete(message.nth);
      if ('reports' in message) one?.give(message.reports);
      else one?.refuse(new Error(message.problem));
    });
    // Must come after the listener above, which would keep the desk from ending.
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
