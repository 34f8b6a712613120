import { z } from 'zod';
import { Cue, CueGroup, CueId, CueView, Rundown, RundownView } from './cue.ts';
import { RundownEdit } from './rundown-edit.ts';

/** A rundown as screens get it: its cues by id only. */
export const RundownOutline = Rundown.extend({ groups: z.array(CueGroup.extend({ cues: z.array(CueId) })) });
export type RundownOutline = z.infer<typeof RundownOutline>;

/** The members of the desk's view about cues. */
export const cueMembers = {
  rundowns: z.array(RundownOutline),
  /** By rundown, where it stands. */
  positions: z.record(z.string(), RundownView),
  /** The active rundown, which every action means that names none. Null while there is no rundown. */
  activeRundown: CueId.nullable(),
  /** Every cue, by id. */
  cues: z.record(z.string(), Cue),
  /** By id, what is known of the cues that were fired, or come next. The others are `IDLE`. */
  cueViews: z.record(z.string(), CueView),
  /** What undo and redo of an edit would do, in words; null for nothing. `revision` grows with each edit, undo and redo. */
  rundownEdits: z.object({ undo: z.string().nullable(), redo: z.string().nullable(), revision: z.int() }),
};

/** The calls that edit rundowns. Nothing of them reaches what is on air. */
export const cueCalls = {
  /** Returns the ids of what was added. Errors: `call-invalid` if it names what is gone. */
  editRundown: { takes: RundownEdit, gives: z.array(CueId) },
  /**
   * Undoes the last edit of the rundowns, or redoes the last one that was undone. `seen` is the revision that the operator saw.
   * Errors: `undo-impossible`, also if somebody edited since.
   */
  undoEdit: { takes: z.object({ redo: z.literal(true).optional(), seen: z.int().optional() }), gives: z.null() },
} as const;
