import { texts } from '../contract/texts/texts.ts';
import type { DrawPicture } from '../surfaces/driver-ports.ts';
import { threadProgram, threadToCall } from './thread-calls.ts';

export interface PictureCalls {
  draw: DrawPicture;
}

/** MiB of heap above which the thread ends. Cached pictures take some megabytes. */
const heap = 256;

export function pictureThread(): DrawPicture {
  const program = threadProgram('picture-program.ts', 'picture');
  const thread = threadToCall<PictureCalls>({ program, heap, name: texts.threads.drawing, unref: true });
  return (order) => thread.call('draw', order);
}
