/** Runs the tests of generated sequences, kills, bodies and load at their full numbers, or at the share in `OVERLAY_RUNS`. */
process.env.OVERLAY_RUNS ??= '1';
process.argv.push('--project=soak');
await import('./test.ts');
