import { z } from 'zod';

/** A font that a composition brings along. `source` is the address of a WOFF2, OpenType or TrueType file, or a `data:` one. */
export const SceneFont = z.strictObject({
  family: z.string().min(1),
  source: z.string().min(1),
  /** The one weight that it has, or from the lightest to the heaviest; 400 where it is absent. */
  weight: z.union([z.int().min(1).max(1000), z.tuple([z.int(), z.int()])]).optional(),
  style: z.enum(['normal', 'italic']).optional(),
});
export type SceneFont = z.infer<typeof SceneFont>;

/**
 * The frame that a whole composition is laid out in, and what all of it shares. Only the main composition has one; without
 * it the frame is 1920 x 1080.
 */
export const Stage = z
  .strictObject({
    /** Pixels of the reference frame. */
    width: z.int().min(16).max(16_384),
    height: z.int().min(16).max(16_384),
    /** Share of the width and height at each edge that is not safe: for action, and for graphics and titles. EBU R 95 where absent. */
    safe: z.strictObject({ action: z.number().min(0).max(0.4), graphics: z.number().min(0).max(0.4) }).optional(),
    fonts: z.array(SceneFont).max(64).optional(),
  })
  .meta({ id: 'Stage' });
export type Stage = z.infer<typeof Stage>;
