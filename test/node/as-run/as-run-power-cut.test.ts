import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AsRunEntry } from '../../../contract/desk-api/as-run.ts';
import { AsRunStore } from '../../../node/as-run/as-run-store.ts';
import { asRunLineOf } from '../../kit/desk/as-run-lines.ts';
import { describeUnless } from '../../kit/describe-unless.ts';
import { notTraceable, TracedDisk, tracedRun, type Unsynced } from '../../kit/desk/traced-disk.ts';

const program = fileURLToPath(new URL('../../kit/desk/as-run-program.ts', import.meta.url));

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'as-run-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Starts a desk on a directory. Gives the lines that it finds, the problems of the log, and whether it can write on. */
function foundIn(directory: string): { found: number[]; problems: string[] } {
  const problems: string[] = [];
  const store = new AsRunStore(directory, (damaged) => problems.push(damaged));
  store.append({ lines: [asRunLineOf({ action: '-1' })], keep: null });
  const page = store.search({ query: {}, next: null, size: Infinity, complete: true });
  store.close();
  const found = page.lines.map(({ action }: AsRunEntry) => Number(action)).reverse();
  return { found, problems: [...problems, ...page.problems] };
}

describeUnless(notTraceable, 'a line of the as-run log', () => {
  it.each<Unsynced>(['none', 'all', 'half of the last'])(
    'is there after a power cut at any moment once it was told as kept, where %s of what was not synced is left',
    async (unsynced) => {
      const calls = await tracedRun(program, join(root, 'desks', 'one'), '0', '12');
      const begin = calls.findIndex(({ name, path }) => name === 'mkdir' && path.startsWith(root));
      const told: number[] = [];
      let most = 0;
      for (let end = begin + 1; end <= calls.length; end++) {
        const { name, bytes } = calls[end - 1]!;
        if (name === 'say') told.push(...String(bytes).split('\n').filter(Boolean).map(Number));
        const left = mkdtempSync(join(tmpdir(), 'as-run-left-'));
        new TracedDisk(root, calls.slice(begin, end)).restore(left, unsynced);
        const { found, problems } = foundIn(join(left, 'desks', 'one', 'as-run'));
        rmSync(left, { recursive: true });
        const count = found.length - 1;
        expect([end, found, problems]).toEqual([end, [...Array.from({ length: count }, (_, at) => at), -1], []]);
        expect([end, count >= told.length]).toEqual([end, true]);
        most = Math.max(most, told.length);
      }
      expect(most).toBe(12);
    },
  );

  it('shares its sync with all lines of its turn', async () => {
    const calls = await tracedRun(program, join(root, 'desks', 'one'), '0', '12');
    const syncs: number[] = [];
    for (const { name, path } of calls) {
      if (path.endsWith('as-run.db-wal') && name.endsWith('sync')) syncs.push(0);
      else if (name === 'say') syncs.push((syncs.pop() ?? 0) + 1);
    }
    expect(syncs.filter((lines) => lines > 0)).toEqual([3, 3, 3, 3]);
  });
});
