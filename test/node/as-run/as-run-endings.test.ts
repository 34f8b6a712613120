import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAsRunLog } from '../../../node/as-run/as-run-log.ts';
import { systemClock } from '../../../node/clock.ts';
import { notMountable, SmallDisk } from '../../kit/service/small-disk.ts';

const program = fileURLToPath(new URL('../../kit/desk/as-run-program.ts', import.meta.url));

/** A program that writes to the log, and every line that it said. */
class Writing {
  readonly said: string[] = [];
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: Interface;

  constructor(before: string[], ...args: string[]) {
    const [command = '', ...rest] = [...before, process.execPath, program, ...args];
    this.#child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout });
    this.#lines.on('line', (line) => this.said.push(line));
  }

  async until(said: (line: string) => boolean): Promise<void> {
    while (!this.said.some(said)) await once(this.#lines, 'line');
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'close');
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await once(this.#child, 'close');
  }

  /** The lines that it knew to be kept. */
  get kept(): number[] {
    return this.said.filter((line) => /^\d+$/.test(line)).map(Number);
  }
}

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'as-run-'));
});
afterEach(() => {
  rmSync(data, { recursive: true });
});

const found = async (directory: string): Promise<{ numbers: number[]; problems: string[] }> => {
  const log = openAsRunLog(directory, { clock: systemClock });
  const numbers: number[] = [];
  for await (const { action } of log.all({})) numbers.push(Number(action));
  const { problems } = await log.search({ query: {}, next: null, size: 500 });
  await log.close();
  return { numbers, problems };
};

describe('the as-run log', () => {
  it('has every line that was kept, once and in order, however often the desk is killed while it writes', async () => {
    const kept: number[] = [];
    for (let round = 0; round < 5; round++) {
      const writing = new Writing([], data, String(round * 1_000_000));
      // Killed in the middle of whatever it does then.
      await writing.until((line) => Number(line) >= round * 1_000_000 + 40 + round * 7);
      await writing.kill();
      kept.push(...writing.kept);
    }
    const { numbers, problems } = await found(data);
    expect(kept.filter((number) => !numbers.includes(number))).toEqual([]);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    expect(problems).toEqual([]);
  });

  it.for([
    ['before its first line', 9_000],
    ['after some lines', 300_000],
  ] as const)(
    'on a disk that is full %s waits, says so, and has every line once there is room',
    async ([, spare], { skip }) => {
      skip(notMountable !== undefined, notMountable);
      const disk = await SmallDisk.make(16 * 1024 * 1024);
      try {
        disk.fill(spare);
        const writing = new Writing(disk.within(), disk.directory, '0', '300');
        await writing.until((line) => line.includes('is not written'));
        disk.makeRoom();
        await writing.until((line) => line === '299');
        await writing.end();
        // SQLite cannot follow the way that this process has to the disk.
        cpSync(disk.outside, data, { recursive: true });
        const { numbers, problems } = await found(data);
        expect(numbers).toEqual(Array.from({ length: 300 }, (_, at) => at));
        expect(problems).toEqual([]);
      } finally {
        await disk.remove();
      }
    },
  );

  it('on a disk that can only be read waits, says so, and has every line once it can be written', async ({ skip }) => {
    skip(notMountable !== undefined, notMountable);
    const disk = await SmallDisk.make(16 * 1024 * 1024);
    try {
      const first = new Writing(disk.within(), disk.directory, '0', '3');
      await first.end();
      disk.remount('ro');
      const writing = new Writing(disk.within(), disk.directory, '3', '6');
      await writing.until((line) => line.includes('is not written: EROFS'));
      disk.remount('rw');
      await writing.until((line) => line === '5');
      await writing.end();
      cpSync(disk.outside, data, { recursive: true });
      expect(await found(data)).toEqual({ numbers: [0, 1, 2, 3, 4, 5], problems: [] });
    } finally {
      await disk.remove();
    }
  });
});
