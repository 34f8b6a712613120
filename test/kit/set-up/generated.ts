import fc from 'fast-check';

// What fast-check generates follows from the seed of the run: see set-up/runs.ts.
fc.configureGlobal({ seed: Number(process.env.OVERLAY_SEED) });
