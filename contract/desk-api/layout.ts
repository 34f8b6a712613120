import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';

/** The narrowest and the widest side of a screen, in CSS pixels. A screen that is too small for it makes it narrower. */
export const sideWidths = { least: 240, most: 1_200 } as const;

const SideWidth = z.int().min(sideWidths.least).max(sideWidths.most);

/** The sides of a screen whose width can be set: the left one of each page, and the right one of all. */
export const Side = z.enum(['show', 'rundown', 'data', 'right']);
export type Side = z.infer<typeof Side>;

/** How operators arranged the screen. It is kept with the show, and each screen has it when it opens. */
export const Layout = z.object({
  /** The widths of the sides in CSS pixels; absent for those of the program. */
  sides: z.partialRecord(Side, SideWidth).default({}),
  /** The addresses of the branches of the tree that are folded, and `rundown/` with the ids of groups of cues. */
  folded: z.array(z.string().max(400)).max(2_000).default([]),
});
export type Layout = z.infer<typeof Layout>;

/** The calls about the layout. A screen goes on with its own when another one changes it. */
export const layoutCalls = {
  readLayout: { takes: z.object({}), gives: Layout },
  /** Keeps the layout. It edits nothing that can be played, so a locked show takes it too. */
  setLayout: { takes: Layout, gives: z.null() },
} satisfies LinkContract['calls'];
