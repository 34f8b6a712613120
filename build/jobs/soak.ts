/** Runs the tests of generated sequences, kills and bodies at their full numbers, or at the share in `OVERLAY_RUNS`. */
process.env.OVERLAY_RUNS ??= '1';
process.argv.push('--project=soak');
await import('./test.ts');
