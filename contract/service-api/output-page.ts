import { z } from 'zod';

/**
 * Reports about output pages (extension). A page sends {@link PageReport} as JSON text over its live channel. The service
 * sends the list of all pages to every reader that opened the channel with `outputs=1`.
 */

/**
 * What a page is for. `output`: a mixer shows it to viewers; `monitor`: an operator looks at it; `preview`: it shows states
 * that are not on air.
 */
export const PageRole = z.enum(['output', 'monitor', 'preview']);
export type PageRole = z.infer<typeof PageRole>;

/** Media that a scene names and the page cannot load. The last good picture stays. */
export const MissingMedia = z.object({ source: z.string().max(300), reason: z.string().max(200) });
export type MissingMedia = z.infer<typeof MissingMedia>;

/** A page sends this when it opens, when something changes, and at least every {@link reportEvery}. */
export const PageReport = z.object({
  type: z.literal('report'),
  role: PageRole,
  /** CSS pixels of its viewport. */
  width: z.int().min(0).max(65_535),
  height: z.int().min(0).max(65_535),
  /** Frames per second since the previous report. */
  frameRate: z.number().min(0).max(1_000),
  /** Frames that were late or dropped since the page was opened. */
  dropped: z.int().nonnegative(),
  /** The revision in the picture; -1 before the first. */
  revision: z.int().min(-1),
  missing: z.array(MissingMedia).max(10),
});
export type PageReport = z.infer<typeof PageReport>;

/** An output page as the service reports it. */
export const OutputPage = PageReport.omit({ type: true }).extend({
  /** The service's number for the page while its channel is open. */
  id: z.int().positive(),
  /** The id of the output that it draws (row 4); null in an app instance without outputs. */
  output: z.string().nullable(),
  /** When its channel was opened, milliseconds since the epoch. */
  since: z.number(),
  /** When it last reported, milliseconds since the epoch. */
  reported: z.number(),
});
export type OutputPage = z.infer<typeof OutputPage>;
