import { z } from 'zod';

/** Reports (extension): output pages send {@link PageReport} as JSON; readers with `outputs=1` get all pages. */

/** `output`: a mixer shows the page to viewers; `monitor`: for an operator; `preview`: shows states not on air. */
export const PageRole = z.enum(['output', 'monitor', 'preview']);
export type PageRole = z.infer<typeof PageRole>;

/** The oldest Chromium whose features the output page draws with. `build/vite/output.ts` builds for it. */
export const oldestChromium = 100;

/** `name`: the engine with its version. A page in an engine that is `tooOld` draws nothing. */
export const PageEngine = z.object({ name: z.string().max(40), tooOld: z.boolean() });
export type PageEngine = z.infer<typeof PageEngine>;

/** Media that fail to load. The last good picture stays. */
export const MissingMedia = z.object({ source: z.string().max(300), reason: z.string().max(200) });
export type MissingMedia = z.infer<typeof MissingMedia>;

/** What cannot be loaded, drawn or run. `problem` names it; `subComposition`: whose picture lacks it, where one does. */
export const PageFailure = z.object({ problem: z.string().max(300), subComposition: z.string().optional() });
export type PageFailure = z.infer<typeof PageFailure>;

/** Sent at opening, at each change, and at least every {@link reportEvery} ms. */
export const PageReport = z.object({
  type: z.literal('report'),
  role: PageRole,
  /** CSS pixels of the viewport. */
  width: z.int().min(0).max(65_535),
  height: z.int().min(0).max(65_535),
  /** Since the previous report. */
  frameRate: z.number().min(0).max(1_000),
  /** Late or dropped frames since the page was opened. */
  dropped: z.int().nonnegative(),
  /** The revision in the picture; -1 before the first. */
  revision: z.int().min(-1),
  missing: z.array(MissingMedia).max(10),
  /** Absent: none. */
  failures: z.array(PageFailure).max(10).optional(),
  /** Absent: the page is older than this report. */
  engine: PageEngine.optional(),
  /** The page has drawn the frame that a beat asked for. */
  drew: z.number().optional(),
  /** The page draws main and backup, and shows the other one, or neither yet. */
  hidden: z.literal(true).optional(),
});
export type PageReport = z.infer<typeof PageReport>;

export const OutputPage = PageReport.omit({ type: true }).extend({
  id: z.int().positive(),
  /** The output's id (row 4); null in an app instance without outputs. */
  output: z.string().nullable(),
  /** When its channel opened (ms since the epoch). */
  since: z.number(),
  /** Milliseconds since the epoch. */
  reported: z.number(),
});
export type OutputPage = z.infer<typeof OutputPage>;
