import { z } from 'zod';
import { ask } from './call.ts';

/** CSS pixels. A small screen may make a side narrower. */
export const sideWidths = { least: 240, most: 1_200 } as const;

const SideWidth = z.int().min(sideWidths.least).max(sideWidths.most);

export const Side = z.enum(['show', 'rundown', 'data', 'right']);
export type Side = z.infer<typeof Side>;

/** The operators' screen arrangement, saved with the show; screens read it when they open. */
export const Layout = z.object({
  /** CSS pixels; absent for the default width. */
  sides: z.partialRecord(Side, SideWidth).default({}),
  /** Addresses of folded tree branches, and `rundown/` with the ids of folded cue groups. */
  folded: z.array(z.string().max(400)).max(2_000).default([]),
});
export type Layout = z.infer<typeof Layout>;

/** Open screens do not follow changes from other screens. */
export const layoutCalls = {
  readLayout: ask(z.object({}), Layout),
  /** Allowed in a locked show, because the layout affects nothing on air. */
  setLayout: ask(Layout),
};
