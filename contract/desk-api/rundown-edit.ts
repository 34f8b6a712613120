import { z } from 'zod';
import { Cue, CueColor, CueGroup, CueId, CueStep, Rundown } from './cue.ts';

/** Inserts before this item; null for the end. */
const Before = z.object({ before: CueId.nullable() });
const CueIds = z.array(CueId).min(1).max(10_000);
const Switch = z.boolean().optional();
const EditedColor = CueColor.nullable().optional();

/** Absent members do not change. */
export const CueChange = z.object({
  number: Cue.shape.number.unwrap().optional(),
  name: Cue.shape.name.unwrap().optional(),
  notes: Cue.shape.notes.unwrap().optional(),
  color: EditedColor,
  planned: Cue.shape.planned.unwrap().nullable().optional(),
  disabled: Switch,
  guarded: Switch,
  steps: Cue.shape.steps.optional(),
  /** `delay` and `duration` are those of the first step. */
  delay: CueStep.shape.delay.unwrap().optional(),
  duration: CueStep.shape.duration.unwrap().optional(),
  /** Of the last step. */
  follow: CueStep.shape.follow.unwrap().optional(),
});
export type CueChange = z.infer<typeof CueChange>;

const GroupChange = z.object({
  name: CueGroup.shape.name.unwrap().optional(),
  color: EditedColor,
  loop: Switch,
  disabled: Switch,
});
export type GroupChange = z.infer<typeof GroupChange>;
const RundownChange = z.object({ name: Rundown.shape.name.optional(), loop: Switch });

/** Replaces a missing sub-composition; both are addresses. */
export const Retarget = z.object({
  from: z.string().min(1),
  to: z.string().min(1),
  name: z.string(),
  /** By missing field. */
  fields: z.record(z.string(), z.string()).default({}),
});

/** Edits never affect the air. */
export const RundownEdit = z.discriminatedUnion('edit', [
  z.object({ edit: z.literal('addRundown'), name: Rundown.shape.name }),
  z.object({ edit: z.literal('changeRundown'), rundown: CueId, change: RundownChange }),
  z.object({ edit: z.literal('removeRundown'), rundown: CueId }),
  Before.extend({ edit: z.literal('addGroup'), rundown: CueId, change: GroupChange }),
  z.object({ edit: z.literal('changeGroup'), group: CueId, change: GroupChange }),
  Before.extend({ edit: z.literal('moveGroup'), group: CueId }),
  /** Also removes its cues. */
  z.object({ edit: z.literal('removeGroup'), group: CueId }),
  /** New cues belong to the operator, and get ids and numbers of their own. */
  Before.extend({
    edit: z.literal('addCues'),
    group: CueId,
    cues: z
      .array(Cue.omit({ id: true, from: true, edited: true }))
      .min(1)
      .max(10_000),
  }),
  z.object({ edit: z.literal('changeCues'), cues: CueIds, change: CueChange }),
  /** In their order: the first gets the number `first`, and each other cue one that is higher by `step`. */
  z.object({
    edit: z.literal('renumberCues'),
    cues: CueIds,
    first: z.int().min(0).max(99_999),
    step: z.int().min(1).max(1_000),
  }),
  Before.extend({ edit: z.literal('moveCues'), cues: CueIds, group: CueId }),
  z.object({ edit: z.literal('duplicateCues'), cues: CueIds }),
  z.object({ edit: z.literal('removeCues'), cues: CueIds }),
  /** Replaces missing sub-compositions and fields in every cue that uses them. */
  z.object({ edit: z.literal('retarget'), targets: z.array(Retarget).min(1).max(10_000) }),
  /**
   * Updates a rundown from a file, in file order; other cues stay after their predecessor, and edited members of a cue
   * stay too. Removes cues read `from` it that it no longer has, except `keep`, and groups that it made and leaves empty.
   * A name creates a new rundown.
   */
  z.object({
    edit: z.literal('ingestCues'),
    rundown: z.union([CueId, Rundown.pick({ name: true })]),
    from: Cue.shape.from.unwrap(),
    groups: z.array(CueGroup.omit({ id: true })),
    keep: z.array(CueId),
  }),
]);
export type RundownEdit = z.infer<typeof RundownEdit>;
