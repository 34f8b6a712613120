import { uptime } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Clock } from '../contract/clock.ts';

/** Tolerated drift (ms) between the time of day and the monotonic clock without sleep. */
const clockSteps = 20;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sinceBoot: sinceBoot(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

/**
 * Cached, because Linux reads the value from a file, a tenth of the time of a cue. If the monotonic clock stops during
 * sleep, the time of day advances and refreshes the cache.
 */
function sinceBoot(): () => number {
  let [dayStart, bootedBefore] = [NaN, NaN];
  return () => {
    const now = performance.now();
    const start = Date.now() - now;
    if (!(Math.abs(start - dayStart) < clockSteps)) [dayStart, bootedBefore] = [start, uptime() * 1_000 - now];
    return now + bootedBefore;
  };
}
