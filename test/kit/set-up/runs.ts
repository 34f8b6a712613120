import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { root } from '../../../build/set-up.js';

/**
 * Before all tests: choose the seed of everything generated, unless `OVERLAY_SEED` names one, and how much is generated.
 * The tests find both in the environment, as whoever repeats a run gives them.
 *
 * The same commit plays the same runs wherever it is tested, so a failure is there again for whoever looks for it, and the next
 * commit plays others.
 */
export function setup(): void {
  process.env.OVERLAY_SEED ??= String(seedOfCommit() ?? randomInt(2 ** 31));
  process.env.OVERLAY_RUNS ??= '0.02';
  console.log(`Generated runs: OVERLAY_RUNS=${process.env.OVERLAY_RUNS} OVERLAY_SEED=${process.env.OVERLAY_SEED}`);
}

/** A number from the files of the last commit; undefined for sources that came without their history. */
function seedOfCommit(): number | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 8), 16) >>> 1 : undefined;
}
