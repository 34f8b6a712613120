import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** As many bytes as a commit of one change writes: two pages, of the value and of the revision. */
const written = Buffer.alloc(8192, 1);

/**
 * How long (ms) it takes to write a little into a file that is there already and to wait until it is on the disk: what no
 * durable answer can be quicker than.
 */
export function syncs(directory: string, count: number): number[] {
  const path = join(directory, 'sync.probe');
  const file = openSync(path, 'w');
  for (let at = 0; at < count; at++) writeSync(file, written);
  fsyncSync(file);
  const took: number[] = [];
  for (let at = 0; at < count; at++) {
    const began = performance.now();
    writeSync(file, written, 0, written.byteLength, at * written.byteLength);
    fdatasyncSync(file);
    took.push(performance.now() - began);
  }
  closeSync(file);
  rmSync(path);
  return took;
}
