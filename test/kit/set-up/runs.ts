import { randomInt } from 'node:crypto';

/**
 * Before all tests: choose the seed of everything generated, unless `OVERLAY_SEED` names one, and how much is generated.
 * The tests find both in the environment, as whoever repeats a run gives them.
 */
export function setup(): void {
  process.env.OVERLAY_SEED ??= String(randomInt(2 ** 31));
  process.env.OVERLAY_RUNS ??= '0.02';
  console.log(`Generated runs: OVERLAY_RUNS=${process.env.OVERLAY_RUNS} OVERLAY_SEED=${process.env.OVERLAY_SEED}`);
}
