/**
 * Limits (ms) that only a hung test reaches, even on a busy machine. A wait ends first, to report its state. `soak`
 * runs ten thousand sequences.
 */
export const patience = { test: 900_000, soak: 3_600_000, wait: 120_000 } as const;
