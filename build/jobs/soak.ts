import { randomInt } from 'node:crypto';

/**
 * Runs the tests of generated sequences, kills, bodies and load at their full numbers, or at the share in `OVERLAY_RUNS`; each
 * time others, unless `OVERLAY_SEED` names a seed.
 */
process.env.OVERLAY_SEED ??= String(randomInt(2 ** 31));
process.env.OVERLAY_RUNS ??= '1';
process.argv.push('--project=soak');
await import('./test.ts');
