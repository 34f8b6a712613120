/**
 * The default frame and safe areas of a composition. They are apart from the schemas, because the output page carries
 * no schema library.
 */

/** Pixels. */
export const usualFrame = { width: 1920, height: 1080 } as const;

/**
 * The share of the width and height at each edge that is outside the safe area for action, and for graphics and titles.
 * Source: EBU R 95, which leaves 93 % and 90 % of the picture.
 */
export const usualSafe = { action: 0.035, graphics: 0.05 } as const;
