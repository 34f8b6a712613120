/** How many of `full` generated runs are played: the share that `OVERLAY_RUNS` says (1 is all), but no fewer than `least`. */
export function runs(full: number, least = 1): number {
  return Math.max(least, Math.round(full * Number(process.env.OVERLAY_RUNS)));
}

/** What all chance of this run comes from. */
export const seed = Number(process.env.OVERLAY_SEED);
