import { uptime } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Clock } from '../contract/clock.ts';

/** Milliseconds by which the time of day and the monotonic clock differ from one look to the next although the machine did not sleep. */
const clockSteps = 20;

/** The clock of this machine. */
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
 * Linux answers this from a file, which would be a tenth of the way of a cue. Where the monotonic clock stands still in a sleep,
 * the time of day goes on; where it does not, it tells the time since the start as well.
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
