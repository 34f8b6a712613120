import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepHeapSmall } from '../../service/heap.ts';

vi.mock('node:v8');

/** The bytes that the young generation of this test can hold. */
let young = 0;
beforeEach(() => {
  vi.useFakeTimers();
  young = 2 ** 20;
  vi.mocked(getHeapSpaceStatistics).mockImplementation(() => {
    const used = { space_used_size: young / 4, space_available_size: (young / 4) * 3 };
    return [{ space_name: 'new_space', space_size: young * 2, physical_space_size: young * 2, ...used }];
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

/** The factors that were set, in order. */
const factors = (): number[] =>
  vi
    .mocked(setFlagsFromString)
    .mock.calls.map(([flag]) => /^--semi-space-growth-factor=(\d)$/.exec(flag)?.[1])
    .filter((factor) => factor !== undefined)
    .map(Number);

it('the young generation keeps its size while the service starts, then grows until it is enough, and no further', () => {
  keepHeapSmall();
  expect(factors()).toEqual([1]);
  vi.advanceTimersByTime(5_000);
  expect(factors()).toEqual([1, 2]);
  young = 2 * 2 ** 20;
  vi.advanceTimersByTime(3_600_000);
  expect(factors()).toEqual([1, 2]);
  young = 4 * 2 ** 20;
  vi.advanceTimersByTime(250);
  expect(factors()).toEqual([1, 2, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

it('a start collects what has survived once it is twice what was left of it, and takes nothing for that unseen', () => {
  keepHeapSmall();
  expect(vi.mocked(setFlagsFromString).mock.calls.flat()).toEqual([
    '--no-allocation-site-pretenuring',
    '--heap-growing-percent=100',
    '--semi-space-growth-factor=1',
  ]);
});
