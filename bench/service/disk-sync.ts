import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** As many bytes as a commit of one change writes: two pages, of the value and of the revision. */
const written = Buffer.alloc(8192, 1);
/** The file is as long as this many of them, and is begun anew when it was written once. */
const room = 300;

/**
 * Writes a little into a file that is there already and waits until it is on the disk: what no durable answer can be
 * quicker than.
 */
export class DiskProbe {
  readonly #path: string;
  readonly #file: number;
  #at = 0;

  constructor(directory: string) {
    this.#path = join(directory, 'sync.probe');
    this.#file = openSync(this.#path, 'w');
    for (let at = 0; at < room; at++) writeSync(this.#file, written);
    fsyncSync(this.#file);
  }

  /** How long it took, in ms. */
  sync(): number {
    const began = performance.now();
    writeSync(this.#file, written, 0, written.byteLength, (this.#at++ % room) * written.byteLength);
    fdatasyncSync(this.#file);
    return performance.now() - began;
  }

  /** Takes the file away again. */
  remove(): void {
    closeSync(this.#file);
    rmSync(this.#path);
  }
}
