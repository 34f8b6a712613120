import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataInUse, lockData } from '../../node/data-lock.ts';
import { onTakeOver, takeOver } from '../../node/take-over.ts';
import { ManualClock } from '../kit/manual-clock.ts';

let directory = '';
let clock: ManualClock;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'take-over-'));
  clock = new ManualClock();
});
afterEach(() => rmSync(directory, { recursive: true }));
const isThere = (file: string) => Promise.resolve(existsSync(file));
const asked = () => existsSync(join(directory, 'desk.take-over'));

describe('a desk that takes a data directory over', () => {
  it('gets it when the desk that has it has ended, and its request does not stay', async () => {
    const unlock = lockData(directory);
    onTakeOver(directory, { clock, isThere }, unlock);
    const taking = takeOver(directory, clock);
    await clock.pass(1_000);
    const release = await taking;
    expect(asked()).toBe(false);
    expect(() => lockData(directory)).toThrow(DataInUse);
    release();
  });

  it('gives up on one that does not end, and says so', async () => {
    const unlock = lockData(directory);
    const taking = takeOver(directory, clock);
    const refused = expect(taking).rejects.toThrow(
      `Another desk is running on ${directory}. It was asked to end, and did not. End it, and try again.`,
    );
    await clock.pass(16_000);
    await refused;
    expect(asked()).toBe(false);
    unlock();
  });

  it('names the show, where that is what the other desk has', async () => {
    const [own, other] = [join(directory, 'own'), join(directory, 'other')];
    const show = join(directory, 'evening.overlayshow');
    for (const folder of [own, other]) {
      mkdirSync(folder);
      symlinkSync(show, join(folder, 'show.overlayshow'));
    }
    const unlock = lockData(own);
    const refused = expect(takeOver(other, clock)).rejects.toThrow(
      `Another desk has the show ${show}: the one on ${hostname()}. It was asked to end, and did not. End it, and try again.`,
    );
    await clock.pass(16_000);
    await refused;
    const left = ['evening.overlayshow.holder', 'evening.overlayshow.lock', 'other', 'own'];
    expect(readdirSync(directory).sort()).toEqual(left);
    unlock();
    expect(readdirSync(directory).sort()).toEqual(left.slice(1));
  });

  it('gets a directory at once that no desk has', async () => {
    (await takeOver(directory, clock))();
    expect(asked()).toBe(false);
  });
});

describe('a desk that runs', () => {
  it('does not end for one that asked before it, nor after it stopped looking', async () => {
    writeFileSync(join(directory, 'desk.take-over'), '');
    let ends = 0;
    const leave = onTakeOver(directory, { clock, isThere }, () => (ends += 1));
    await clock.pass(2_000);
    leave();
    writeFileSync(join(directory, 'desk.take-over'), '');
    await clock.pass(2_000);
    expect(ends).toBe(0);
  });

  it('ends for one that asks for its data directory, also while the share of its show hangs', async () => {
    const own = join(directory, 'own');
    mkdirSync(own);
    symlinkSync(join(directory, 'evening.overlayshow'), join(own, 'show.overlayshow'));
    let ends = 0;
    const hangs = (file: string): Promise<boolean> =>
      file.includes('evening') ? new Promise<boolean>(() => undefined) : isThere(file);
    onTakeOver(own, { clock, isThere: hangs }, () => (ends += 1));
    await clock.pass(2_000);
    expect(ends).toBe(0);
    writeFileSync(join(own, 'desk.take-over'), '');
    await clock.pass(2_000);
    expect(ends).toBe(1);
  });
});
