import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** Why this process cannot trace what a program does with its disk; undefined if it can. */
export const notTraceable =
  spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0 ? undefined : 'strace is not there, or may not trace';

/** What a power cut leaves of the writes to a file that were not synced. */
export type Unsynced = 'none' | 'all' | 'half of the last';

/** One call of a program that changed its disk, synced it, or wrote to stdout. */
interface DiskCall {
  name: string;
  path: string;
  /** Of `write` and `pwrite64`. */
  bytes: Buffer;
  /** The offset of `pwrite64`, the size of `ftruncate`, the flags of `openat`, the new path of `rename`. */
  last: string;
}

const traced = 'openat,mkdir,write,pwrite64,pwritev,fsync,fdatasync,ftruncate,unlink,rename';

/** Runs a program of Node to its end; returns its calls in their order. */
export async function tracedRun(program: string, ...args: string[]): Promise<DiskCall[]> {
  const folder = mkdtempSync(join(tmpdir(), 'trace-'));
  const log = join(folder, 'trace');
  const how = ['-f', '-y', '-xx', '-s', '1000000', '-e', `trace=${traced}`, '-o', log];
  const child = spawn('strace', [...how, process.execPath, program, ...args], { stdio: ['pipe', 'ignore', 'inherit'] });
  await once(child, 'close');
  const trace = readFileSync(log, 'latin1');
  rmSync(folder, { recursive: true });
  return callsIn(trace);
}

/** A call that another thread interrupts in the trace counts from its end, so that no sync counts too early. */
function callsIn(trace: string): DiskCall[] {
  const begun = new Map<string, string>();
  const calls: DiskCall[] = [];
  for (const line of trace.split('\n')) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.endsWith(' <unfinished ...>')) begun.set(thread, text.slice(0, -' <unfinished ...>'.length));
    else calls.push(...callOf(text.replace(/^<\.\.\. \w+ resumed>/, () => begun.get(thread) ?? '')));
  }
  return calls;
}

function callOf(text: string): DiskCall[] {
  const [, name = '', given = ''] = /^(\w+)\((.*)\) += +\d+/.exec(text) ?? [];
  const texts = [...given.matchAll(/["<]((?:\\x[0-9a-f]{2})*)[">]/g)].map(([, hex = '']) => unhex(hex));
  const [first, second] = texts;
  if (!first) return [];
  const hasDirectory = name === 'openat' && given.startsWith('AT_FDCWD<');
  const path = hasDirectory ? second : first;
  const isRename = name === 'rename';
  const last = isRename ? String(second) : (given.split(', ').at(-1) ?? '');
  const flags = name === 'openat' ? given : last;
  return [
    { name: given.startsWith('1<') ? 'say' : name, path: String(path), bytes: second ?? Buffer.alloc(0), last: flags },
  ];
}

function unhex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}

interface File {
  synced: Buffer;
  /** Later states, each after one call. */
  states: Buffer[];
}

/** What was on a disk when its power was cut. `root` was there before the program ran. */
export class TracedDisk {
  readonly #root: string;
  readonly #files = new Map<string, File | 'directory'>();
  #synced = new Map<string, File | 'directory'>();

  constructor(root: string, calls: readonly DiskCall[]) {
    this.#root = root;
    for (const call of calls) if (call.path.startsWith(`${root}/`) || call.path === root) this.#take(call);
  }

  /** Makes it in another directory. */
  restore(into: string, unsynced: Unsynced): void {
    for (const [path, file] of this.#synced) {
      if (file === 'directory' || !this.#isNamed(dirname(path))) continue;
      const left = join(into, relative(this.#root, path));
      mkdirSync(dirname(left), { recursive: true });
      writeFileSync(left, bytesAfter(file, unsynced));
    }
  }

  #isNamed(path: string): boolean {
    return path === this.#root || (this.#synced.has(path) && this.#isNamed(dirname(path)));
  }

  #take({ name, path, bytes, last }: DiskCall): void {
    const file = this.#files.get(path);
    if (name === 'mkdir') this.#files.set(path, 'directory');
    else if (name === 'openat' && last.includes('O_CREAT') && !file)
      this.#files.set(path, { synced: Buffer.alloc(0), states: [] });
    else if (name === 'unlink') this.#files.delete(path);
    else if (name === 'rename' && file) {
      this.#files.delete(path);
      this.#files.set(last, file);
    } else if (name === 'pwritev') throw new Error('A call that this disk does not know.');
    else if (name.endsWith('sync')) this.#sync(path, file);
    else if (file && file !== 'directory') change(file, name, { bytes, last });
  }

  #sync(path: string, file: File | 'directory' | undefined): void {
    if (file && file !== 'directory') {
      file.synced = file.states.at(-1) ?? file.synced;
      file.states = [];
      return;
    }
    const isIn = ([name]: [string, unknown]): boolean => dirname(name) === path;
    const others = [...this.#synced].filter((one) => !isIn(one));
    this.#synced = new Map([...others, ...[...this.#files].filter(isIn)]);
  }
}

function change(file: File, name: string, { bytes, last }: Pick<DiskCall, 'bytes' | 'last'>): void {
  const before = file.states.at(-1) ?? file.synced;
  if (name === 'ftruncate') {
    const size = Number(last);
    file.states.push(Buffer.concat([before.subarray(0, size), Buffer.alloc(Math.max(0, size - before.length))]));
  } else if (name === 'pwrite64') {
    const at = Number(last);
    const after = Buffer.alloc(Math.max(before.length, at + bytes.length));
    before.copy(after);
    bytes.copy(after, at);
    file.states.push(after);
  } else if (name === 'write') file.states.push(Buffer.concat([before, bytes]));
}

function bytesAfter({ synced, states }: File, unsynced: Unsynced): Buffer {
  const last = states.at(-1);
  if (!last || unsynced === 'none') return synced;
  if (unsynced === 'all') return last;
  const before = states.at(-2) ?? synced;
  const half = Math.floor((before.length + last.length) / 2);
  return Buffer.concat([last.subarray(0, half), before.subarray(half)]);
}
