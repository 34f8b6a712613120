import { mkdtempSync, rmSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AsRunFiles, openAsRunLog } from '../../../node/as-run/as-run-log.ts';
import { anyLine, asRunLineOf } from '../../kit/desk/as-run-lines.ts';
import { ForgetfulDisk, type Unsynced } from '../../kit/desk/forgetful-disk.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const disk = vi.hoisted(() => ({ now: undefined as ForgetfulDisk | undefined, listing: Promise.resolve() }));
vi.mock('node:fs/promises', async (original) => {
  const all = await original<typeof promises>();
  const open: typeof all.open = (...asked) => (disk.now?.watched(all.open) ?? all.open)(...asked);
  const readdir = ((...asked: Parameters<typeof all.readdir>) =>
    disk.listing.then(() => all.readdir(...asked))) as typeof all.readdir;
  return { ...all, open, readdir };
});

let data = '';
let log: AsRunFiles;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'as-run-'));
  disk.now = new ForgetfulDisk();
  log = openAsRunLog(data, { clock: new ManualClock() });
});
afterEach(async () => {
  await log.close();
  disk.now = undefined;
  rmSync(data, { recursive: true });
});

const keep = (...names: string[]): Promise<unknown> =>
  Promise.all(names.map((action) => log.append(asRunLineOf({ action }))));

/** What a desk that starts after a power cut finds, and what it says of it. */
async function foundAfter(unsynced: Unsynced, from = data): Promise<{ found: string[]; problems: string[] }> {
  const left = mkdtempSync(join(tmpdir(), 'as-run-left-'));
  disk.now!.powerCut(data, { into: left, unsynced });
  const later = openAsRunLog(join(left, from.slice(data.length)), { clock: new ManualClock() });
  await later.append(asRunLineOf({ action: 'after' }));
  const { lines, problems } = await later.search({ ...anyLine, next: null, size: 500 });
  await later.close();
  rmSync(left, { recursive: true });
  return { found: lines.map(({ action }) => action).reverse(), problems };
}

const lost: Unsynced = () => Buffer.alloc(0);

describe('a line of the as-run log', () => {
  it('is told as kept when its sync has ended, and not before', async () => {
    await keep('1');
    const { begun, release } = disk.now!.hold();
    const told: string[] = [];
    const kept = keep('2').then(() => told.push('kept'));
    await begun;
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    told.push('synced');
    release();
    await kept;
    expect(told).toEqual(['synced', 'kept']);
  });

  it('is found when its sync has ended, and not before, also the very first one', async () => {
    const found = async (): Promise<string[]> => {
      const { lines } = await log.search({ ...anyLine, next: null, size: 500 });
      return lines.map(({ action }) => action);
    };
    expect(await found()).toEqual([]);
    const listing = Promise.withResolvers<undefined>();
    disk.listing = listing.promise;
    const early = found();
    const { begun, release } = disk.now!.hold();
    const kept = keep('1');
    await begun;
    listing.resolve(undefined);
    const seen = await early;
    release();
    await kept;
    expect([seen, await found()]).toEqual([[], ['1']]);
  });

  it('shares its sync with all that come while another one is under way', async () => {
    const { begun, release } = disk.now!.hold();
    const first = keep('1');
    await begun;
    const others = keep(...Array.from({ length: 100 }, (_, at) => String(at + 2)));
    release();
    await Promise.all([first, others]);
    expect(disk.now!.syncs).toBe(2);
  });

  it('is there after a power cut once it was told as kept, from the very first on', async () => {
    await keep('1');
    expect(await foundAfter(lost)).toEqual({ found: ['1', 'after'], problems: [] });
    await keep('2', '3');
    expect(await foundAfter(lost)).toEqual({ found: ['1', '2', '3', 'after'], problems: [] });
  });

  it('is there too where the log made the directory that it is in, and those above that', async () => {
    await log.close();
    const deeper = join(data, 'desks', 'one');
    log = openAsRunLog(deeper, { clock: new ManualClock() });
    await keep('1');
    expect(await foundAfter(lost, deeper)).toEqual({ found: ['1', 'after'], problems: [] });
  });

  it.each([
    ['nothing', lost, []],
    ['a part', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), [/before line 3 comes an incomplete line/]],
    [
      'room with nothing in it',
      (bytes: Buffer) => Buffer.alloc(bytes.length),
      [/before line 3 comes an incomplete line/],
    ],
  ])('that was not told as kept may leave %s, and breaks no other', async (_, unsynced, said) => {
    await keep('1', '2');
    const { begun, release } = disk.now!.hold();
    const waiting = keep('3');
    await begun;
    const { found, problems } = await foundAfter(unsynced);
    expect(found).toEqual(['1', '2', 'after']);
    expect([problems.length, said.every((one) => one.test(problems[0]!))]).toEqual([said.length, true]);
    release();
    await waiting;
  });
});
