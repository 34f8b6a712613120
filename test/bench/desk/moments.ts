import { quantile } from '../service/rounds.ts';
import type { Figure } from '../service/figure.ts';

/** Milliseconds by the clock that all programs of a machine share and that never jumps. */
export function moment(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Processor time (ms) that this thread has used: of what a figure takes, the part that no other program is to blame for. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** How much is measured. */
export interface Extent {
  quick: boolean;
}

/** The 99th percentile of some times (ms) as a figure, with their median and number. `atMost`: what the 99th percentile may be. */
export function timesFigure(name: string, times: readonly number[], atMost?: number): Figure {
  const [middle, most] = [quantile(times, 0.5), quantile(times, 1)];
  return {
    ...{ name, value: quantile(times, 0.99), unit: 'ms' },
    ...(atMost !== undefined && { target: { atMost } }),
    note: `p99; p50 ${middle.toFixed(2)} ms, most ${most.toFixed(2)} ms, n ${times.length}`,
  };
}
