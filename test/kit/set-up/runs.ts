import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { root } from '../../../build/set-up.js';
import { openRunFolder } from '../run-folder.ts';

/** Bytes that the tests of a run may have on the disk at once. A run of all tests needs 5 GB. */
const mostOnDisk = 12e9;

/**
 * Before all tests: chooses the seed and the share of everything generated, and gives the run a folder of its own for temporary files.
 * The tests read all three from the environment.
 *
 * The seed comes from the commit, so a failure repeats on every machine and the next commit plays other runs.
 */
export function setup(): (() => void) | undefined {
  // Each stage calls this; the first call counts.
  if (process.env.OVERLAY_RUN_FOLDER) return undefined;
  process.env.OVERLAY_SEED ??= String(seedOfCommit() ?? randomInt(2 ** 31));
  process.env.OVERLAY_RUNS ??= '0.02';
  console.log(`Generated runs: OVERLAY_RUNS=${process.env.OVERLAY_RUNS} OVERLAY_SEED=${process.env.OVERLAY_SEED}`);
  const folder = openRunFolder(mostOnDisk, (sentence) => {
    console.error(sentence);
    process.exit(1);
  });
  process.env.OVERLAY_RUN_FOLDER = folder.path;
  process.env.TMPDIR = folder.path;
  return folder.close;
}

/** A number from the files of the last commit; undefined for sources that came without their history. */
function seedOfCommit(): number | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(0, 8), 16) >>> 1 : undefined;
}
