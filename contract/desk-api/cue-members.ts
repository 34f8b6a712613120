import { z } from 'zod';
import { edit } from './call.ts';
import { Cue, CueGroup, CueId, CueView, Rundown, RundownView } from './cue.ts';
import { RundownEdit } from './rundown-edit.ts';

export const RundownOutline = Rundown.extend({ groups: z.array(CueGroup.extend({ cues: z.array(CueId) })) });
export type RundownOutline = z.infer<typeof RundownOutline>;

export const cueMembers = {
  rundowns: z.array(RundownOutline),
  positions: z.record(z.string(), RundownView),
  /** Used by every action without a rundown. Null while no rundown exists. */
  activeRundown: CueId.nullable(),
  cues: z.record(z.string(), Cue),
  /** By id, for fired and next cues; all others are `IDLE`. */
  cueViews: z.record(z.string(), CueView),
  /** Descriptions of the next undo and redo; null for none. `revision` grows with each edit, undo and redo. */
  rundownEdits: z.object({
    undo: z.string().nullable(),
    redo: z.string().nullable(),
    /** The screen that made what `undo` takes back: all screens edit one rundown. */
    by: z.string().optional(),
    revision: z.int(),
  }),
};

export const cueCalls = {
  /** Returns the ids of the added items. Errors: `call-invalid` if the edit names a removed item. */
  editRundown: edit(RundownEdit, z.array(CueId)),
  /** `seen` is the revision that the operator saw. Errors: `undo-impossible`, also after a newer edit. */
  undoEdit: edit(z.object({ redo: z.literal(true).optional(), seen: z.int().optional() })),
} as const;
