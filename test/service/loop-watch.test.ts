import { expect, it, vi } from 'vitest';
import { watchLoop } from '../../service/loop-watch.ts';
import { startSmallService } from '../kit/service/small-service.ts';

it('the watch of the event loop tells how long it was blocked, and ends', () => {
  vi.useFakeTimers();
  let now = 1_000;
  const blocked: number[] = [];
  const end = watchLoop(
    (time) => blocked.push(time),
    () => now,
  );
  for (const passed of [20, 19, 45, 1_020]) {
    now += passed;
    vi.advanceTimersToNextTimer();
  }
  end();
  expect([blocked, vi.getTimerCount()]).toEqual([[0, 0, 25, 1_000], 0]);
  vi.useRealTimers();
});

it('the metrics tell the longest block of a running service', async () => {
  const service = await startSmallService();
  const longest = async (): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(/^overlay_loop_longest_block_seconds (\S+)$/m.exec(text)?.[1]);
  };
  const before = await longest();
  const passed = performance.now();
  // A block of an hour, which no other can be taken for.
  vi.spyOn(performance, 'now').mockImplementation(() => passed + 3_600_000);
  await expect.poll(longest).toBeGreaterThan(3_000);
  vi.restoreAllMocks();
  expect(before).toBeLessThan(3_000);
  const text = await (await fetch(`${service.url}/metrics`)).text();
  expect(text).toMatch(/^overlay_loop_blocked_seconds_sum 3[56]\d\d/m);
  await service.close();
});
