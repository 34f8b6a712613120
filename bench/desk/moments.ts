import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../service/rounds.ts';
import type { Figure } from '../service/figure.ts';

/** Milliseconds by the clock that all programs of a machine share and that never jumps. */
export function moment(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/**
 * Work that takes so many milliseconds where nothing holds it up; each call does it and gives how long it took. It is what the
 * machine alone makes of a stretch of work: how often, and how long, it keeps a thread waiting for a processor.
 */
export function bareWork(length: number): () => number {
  let roots = 10_000;
  const work = (): number => {
    const start = moment();
    let sum = 0;
    for (let at = 0; at < roots; at++) sum += Math.sqrt(at);
    return sum < 0 ? NaN : moment() - start;
  };
  while (Math.min(...Array.from({ length: 20 }, work)) < length) roots *= 1.1;
  return work;
}

/** The share of one core (%) that this process takes, with all its threads, in so many milliseconds. */
export async function shareOfCore(length: number): Promise<number> {
  const [start, before] = [moment(), process.cpuUsage()];
  await pause(length);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1_000 / (moment() - start)) * 100;
}

/** How much is measured. */
export interface Extent {
  quick: boolean;
}

/** The 99th percentile of some times (ms) as a figure, with their median and number. `atMost`: what the 99th percentile may be. */
export function timesFigure(name: string, times: readonly number[], atMost?: number): Figure {
  const [middle, most] = [quantile(times, 0.5), quantile(times, 1)];
  return {
    name,
    value: quantile(times, 0.99),
    unit: 'ms',
    ...(atMost !== undefined && { target: { atMost } }),
    note: `p99; p50 ${middle.toFixed(2)} ms, most ${most.toFixed(2)} ms, n ${times.length}`,
  };
}
