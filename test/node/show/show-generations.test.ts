import { expect, it } from 'vitest';
import { outdatedGenerations } from '../../../node/show/show-generations.ts';

const now = Date.UTC(2026, 0, 10, 12, 0, 30);
const minutes = 60_000;
const at = (ago: number) => ({ id: String(ago), number: -ago, at: now - ago });

it('keeps the newest, then one a minute, one an hour and one a day', () => {
  const seconds = Array.from({ length: 600 }, (_, second) => at(second * 1_000));
  const quarters = Array.from({ length: 400 }, (_, quarter) => at((quarter + 1) * 15 * minutes));
  const old = [at(59 * 24 * 60 * minutes), at(61 * 24 * 60 * minutes)];
  const all = [...seconds, ...quarters, ...old];
  const outdated = new Set(outdatedGenerations(all, now));
  const kept = all.filter((one) => !outdated.has(one));
  const within = (from: number, to: number): number =>
    kept.filter((one) => now - one.at > from && now - one.at <= to).length;
  expect(kept.slice(0, 20)).toEqual(seconds.slice(0, 20));
  expect([
    within(minutes, 10 * minutes),
    within(60 * minutes, 25 * 60 * minutes),
    within(48 * 60 * minutes, 101 * 60 * minutes),
  ]).toEqual([9, 24, 3]);
  expect([outdated.has(old[0]!), outdated.has(old[1]!)]).toEqual([false, true]);
});

it('keeps everything where there is little', () => {
  const few = [at(0), at(90 * 24 * 60 * minutes)];
  expect(outdatedGenerations(few, now)).toEqual([]);
});
