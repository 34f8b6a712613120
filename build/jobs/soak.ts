import { randomInt } from 'node:crypto';

/** Runs the generated tests at full size, or at the share in `OVERLAY_RUNS`. `OVERLAY_SEED` repeats a run. */
process.env.OVERLAY_SEED ??= String(randomInt(2 ** 31));
process.env.OVERLAY_RUNS ??= '1';
process.argv.push('--project=soak');
await import('./test.ts');
