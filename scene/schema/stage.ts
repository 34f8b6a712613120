import { z } from 'zod';

/** `source`: address of a WOFF2, OpenType or TrueType file, or a `data:` address. */
export const SceneFont = z.strictObject({
  family: z.string().min(1),
  source: z.string().min(1),
  /** One weight, or a variable font's range. Default 400. */
  weight: z.union([z.int().min(1).max(1000), z.tuple([z.int(), z.int()])]).optional(),
  style: z.enum(['normal', 'italic']).optional(),
});
export type SceneFont = z.infer<typeof SceneFont>;

/** Only for the main composition. The default frame is 1920 x 1080. */
export const Stage = z
  .strictObject({
    width: z.int().min(16).max(16_384),
    height: z.int().min(16).max(16_384),
    /** Share of width and height at each edge outside the safe areas. Default: EBU R 95. */
    safe: z.strictObject({ action: z.number().min(0).max(0.4), graphics: z.number().min(0).max(0.4) }).optional(),
    fonts: z.array(SceneFont).max(64).optional(),
  })
  .meta({ id: 'Stage' });
export type Stage = z.infer<typeof Stage>;
