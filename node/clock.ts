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
    return () => clearTimeout(timer);
  },
};

/** Settles as `done`, or with what `late` gives or throws, after `milliseconds`. */
export function inTime<Value>(
  done: Promise<Value>,
  { clock = systemClock, milliseconds }: { clock?: Pick<Clock, 'after'>; milliseconds: number },
  late: () => Value,
): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const callOff = clock.after(milliseconds, () => resolve(undefined));
  return Promise.race([done, promise.then(late)]).finally(callOff);
}

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
