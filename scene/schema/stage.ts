import { z } from 'zod';

/**
 * A font that a composition brings along. `source` is the address of a WOFF2, OpenType or TrueType file, or a `data:`
 * address.
 */
export const SceneFont = z.strictObject({
  family: z.string().min(1),
  source: z.string().min(1),
  /** A single weight, or the lightest and the heaviest of a variable font. Default 400. */
  weight: z.union([z.int().min(1).max(1000), z.tuple([z.int(), z.int()])]).optional(),
  style: z.enum(['normal', 'italic']).optional(),
});
export type SceneFont = z.infer<typeof SceneFont>;

/**
 * The reference frame of a whole composition, and what all of it shares. Only the main composition has one; the default
 * frame is 1920 x 1080.
 */
export const Stage = z
  .strictObject({
    /** Pixels of the reference frame. */
    width: z.int().min(16).max(16_384),
    height: z.int().min(16).max(16_384),
    /**
     * The share of the width and height at each edge that is outside the safe area: for action, and for graphics and
     * titles. Default: EBU R 95.
     */
    safe: z.strictObject({ action: z.number().min(0).max(0.4), graphics: z.number().min(0).max(0.4) }).optional(),
    fonts: z.array(SceneFont).max(64).optional(),
  })
  .meta({ id: 'Stage' });
export type Stage = z.infer<typeof Stage>;
