/**
 * How long (ms) a test and each set-up may take, and anything that it waits for: what takes longer has hung. No machine is so busy that it
 * gets there, so these limits never say how fast something is; no test has one of its own. A wait ends first, to say what was seen. Ten thousand
 * sequences (`soak`) are two minutes of a processor, which others may want too.
 */
export const patience = { test: 900_000, soak: 3_600_000, wait: 120_000 } as const;
