import { join } from 'node:path';
import type { DrawPicture } from '../surfaces/driver-ports.ts';
import { threadToCall } from './thread-calls.ts';

export interface PictureCalls {
  draw: DrawPicture;
}

/** The built desk has the thread program beside its own. */
const program = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'picture-program.ts' : '../desk/picture.js',
);
/** MiB of heap above which the thread ends. Cached pictures take some megabytes. */
const heap = 256;

export function pictureThread(): DrawPicture {
  const thread = threadToCall<PictureCalls>({ program, heap, name: 'The thread that draws', unref: true });
  return (order) => thread.call('draw', order);
}
