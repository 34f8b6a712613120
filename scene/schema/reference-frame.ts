/** Separate from the schemas, because the output page must not load the schema library. */

export const usualFrame = { width: 1920, height: 1080 } as const;

/** Share of width and height at each edge outside the safe area. Source: EBU R 95 (93 % and 90 % of the picture). */
export const usualSafe = { action: 0.035, graphics: 0.05 } as const;
