import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceProgram, startServiceWith } from './service-program.ts';

/** Why this process may make no disks of its own; undefined if it may. */
export const notMountable =
  spawnSync('unshare', ['--mount', 'true']).status === 0 ? undefined : 'only root on Linux can make a disk of its own';

/** A disk of a few mebibytes that only programs started on it see. */
export class SmallDisk {
  /** Where it is for programs on it, and where it is for this process. */
  readonly directory: string;
  readonly outside: string;
  readonly #holder: ChildProcess;

  private constructor(directory: string, holder: ChildProcess) {
    this.directory = directory;
    this.outside = `/proc/${holder.pid}/root${directory}`;
    this.#holder = holder;
  }

  static async make(bytes: number): Promise<SmallDisk> {
    const directory = mkdtempSync(join(tmpdir(), 'overlay-disk-'));
    const script = `mount -t tmpfs -o size=${bytes} tmpfs ${directory} && echo mounted && exec sleep 3600`;
    const holder = spawn('unshare', ['--mount', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    return new SmallDisk(directory, holder);
  }

  /** Start the service on it. */
  start(...args: string[]): Promise<ServiceProgram> {
    return startServiceWith({ within: this.within() }, '--data', this.directory, ...args);
  }

  /** Write until not a byte more goes onto it, or until only so many go. */
  fill(spare = 0): void {
    const file = join(this.outside, 'filler');
    const handle = openSync(file, 'w');
    for (let size = 65_536; size >= 1;) {
      try {
        if (writeSync(handle, Buffer.alloc(size)) < size) size /= 2;
      } catch {
        size /= 2;
      }
    }
    closeSync(handle);
    truncateSync(file, Math.max(0, statSync(file).size - spare));
  }

  /** Take away what `fill` wrote. */
  makeRoom(): void {
    rmSync(join(this.outside, 'filler'));
  }

  /** Let nothing be written to it, or everything again. Only while no program has a file of it open for writing. */
  remount(how: 'ro' | 'rw'): void {
    const [program, ...args] = this.within();
    execFileSync(program, [...args, 'mount', '-o', `remount,${how}`, this.directory]);
  }

  async remove(): Promise<void> {
    this.#holder.kill('SIGKILL');
    await once(this.#holder, 'close');
    rmdirSync(this.directory);
  }

  /** What stands before a command that is to see this disk. */
  within(): [string, ...string[]] {
    // Programs would start in the root of the machine otherwise.
    return ['nsenter', `--target=${this.#holder.pid}`, '--mount', `--wdns=${tmpdir()}`];
  }
}
