import { z } from 'zod';

/**
 * What an on-air page and the service tell each other about the page (extension). The page sends {@link PageReport} as a
 * JSON text over its live channel; the service tells every reader that opened the channel with `outputs=1` of all of them.
 */

/**
 * What a page is for. `output`: a mixer shows it to viewers; `monitor`: an operator looks at it; `preview`: it shows states
 * that are not on air.
 */
export const PageRole = z.enum(['output', 'monitor', 'preview']);
export type PageRole = z.infer<typeof PageRole>;

/** Something that a scene names and that cannot be had; the last good one stays in the picture. */
export const MissingMedia = z.object({ source: z.string().max(300), reason: z.string().max(200) });
export type MissingMedia = z.infer<typeof MissingMedia>;

/** What a page tells of itself: when it begins, when something changes, and at least every {@link reportEvery}. */
export const PageReport = z.object({
  type: z.literal('report'),
  role: PageRole,
  /** CSS pixels of its viewport. */
  width: z.int().min(0).max(65_535),
  height: z.int().min(0).max(65_535),
  /** Frames a second, measured since the report before. */
  frameRate: z.number().min(0).max(1_000),
  /** Frames that were late or left out since the page was opened. */
  dropped: z.int().nonnegative(),
  /** The revision that is in the picture; -1 for none yet. */
  revision: z.int().min(-1),
  missing: z.array(MissingMedia).max(10),
});
export type PageReport = z.infer<typeof PageReport>;

/** A page as the service knows it. */
export const OutputPage = PageReport.omit({ type: true }).extend({
  /** The service's own name for it, as long as its channel is open. */
  id: z.int().positive(),
  /** When its channel was opened, milliseconds since the epoch. */
  since: z.number(),
  /** When it last reported, milliseconds since the epoch. */
  reported: z.number(),
});
export type OutputPage = z.infer<typeof OutputPage>;
