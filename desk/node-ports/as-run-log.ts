import { closeSync, fdatasync, fstatSync, mkdirSync, openSync, readSync, write } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { AsRunLog } from '../ports.ts';

/** An as-run log in a file, which holds the file open until it is closed. */
export interface AsRunFile extends AsRunLog {
  /** Resolves when every line that was appended is on the disk. */
  close(): Promise<void>;
}

const writeText = promisify(write);
const sync = promisify(fdatasync);

/**
 * The as-run log as a file of JSON lines, made where there is none. `append` resolves when the line is on the disk; the
 * waiting is never done in the way of a key press.
 */
export function openAsRunFile(file: string): AsRunFile {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, 'a+');
  // A power cut can leave half a line behind: the next one must not be glued to it.
  let opening = endsInsideLine(descriptor) ? '\n' : '';
  let last: Promise<void> = Promise.resolve();
  let closed = false;

  const keep = async (text: string): Promise<void> => {
    await writeText(descriptor, opening + text, null, 'utf8');
    opening = '';
    await sync(descriptor);
  };
  return {
    append(line) {
      if (closed) return Promise.reject(new Error('The as-run log is closed.'));
      const kept = last.then(() => keep(`${JSON.stringify(line)}\n`));
      // A line that could not be kept is told to who appended it, and does not keep the next one out.
      last = kept.catch(() => undefined);
      return kept;
    },
    async close() {
      closed = true;
      await last;
      closeSync(descriptor);
    },
  };
}

function endsInsideLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last.toString() !== '\n';
}
