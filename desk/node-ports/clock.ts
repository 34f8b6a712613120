import { uptime } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Clock } from '../ports.ts';

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sinceBoot: () => uptime() * 1_000,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};
