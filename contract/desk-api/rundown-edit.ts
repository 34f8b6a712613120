import { z } from 'zod';
import { Cue, CueColor, CueGroup, CueId, CueStep, Rundown } from './cue.ts';

/** The place in front of which something is put; null for the end. */
const Before = z.object({ before: CueId.nullable() });
const CueIds = z.array(CueId).min(1).max(10_000);
/** A switch of a cue, a group or a rundown. */
const Switch = z.boolean().optional();
/** Null takes the color away. */
const Color = CueColor.nullable().optional();

/** What is changed of cues, of several alike. What is absent stays. */
export const CueChange = z.object({
  number: Cue.shape.number.unwrap().optional(),
  name: Cue.shape.name.unwrap().optional(),
  notes: Cue.shape.notes.unwrap().optional(),
  color: Color,
  /** Null takes the plan away. */
  planned: Cue.shape.planned.unwrap().nullable().optional(),
  disabled: Switch,
  guarded: Switch,
  steps: Cue.shape.steps.optional(),
  /** Of the first step. */
  delay: CueStep.shape.delay.unwrap().optional(),
  /** Of the first step. */
  duration: CueStep.shape.duration.unwrap().optional(),
  /** Of the last step. */
  follow: CueStep.shape.follow.unwrap().optional(),
});
export type CueChange = z.infer<typeof CueChange>;

const GroupChange = z.object({
  name: CueGroup.shape.name.unwrap().optional(),
  color: Color,
  loop: Switch,
  disabled: Switch,
});
const RundownChange = z.object({ name: Rundown.shape.name.optional(), loop: Switch });

/** What takes the place of a sub-composition that is gone. Both are addresses. */
export const Retarget = z.object({
  from: z.string().min(1),
  to: z.string().min(1),
  /** The name of `to`. */
  name: z.string(),
  /** By field that is gone, the one that takes its place. */
  fields: z.record(z.string(), z.string()).default({}),
});

/** Everything that can be edited in rundowns, as data. None of it reaches what is on air. */
export const RundownEdit = z.discriminatedUnion('edit', [
  z.object({ edit: z.literal('addRundown'), name: Rundown.shape.name }),
  z.object({ edit: z.literal('changeRundown'), rundown: CueId, change: RundownChange }),
  z.object({ edit: z.literal('removeRundown'), rundown: CueId }),
  Before.extend({ edit: z.literal('addGroup'), rundown: CueId, change: GroupChange }),
  z.object({ edit: z.literal('changeGroup'), group: CueId, change: GroupChange }),
  Before.extend({ edit: z.literal('moveGroup'), group: CueId }),
  /** Its cues go with it. */
  z.object({ edit: z.literal('removeGroup'), group: CueId }),
  /** The cues get ids of their own. */
  Before.extend({
    edit: z.literal('addCues'),
    group: CueId,
    cues: z
      .array(Cue.omit({ id: true }))
      .min(1)
      .max(10_000),
  }),
  z.object({ edit: z.literal('changeCues'), cues: CueIds, change: CueChange }),
  /** They keep their order. */
  Before.extend({ edit: z.literal('moveCues'), cues: CueIds, group: CueId }),
  /** Each copy comes after its original. */
  z.object({ edit: z.literal('duplicateCues'), cues: CueIds }),
  z.object({ edit: z.literal('removeCues'), cues: CueIds }),
  /**
   * Puts other sub-compositions, by address, and other fields in place of those that are gone, in every cue that names them.
   */
  z.object({
    edit: z.literal('retarget'),
    targets: z.array(Retarget).min(1).max(10_000),
  }),
  /**
   * Brings a rundown up to a file: its cues stand in the order of the file, and other cues stay after the one that they came
   * after. Cues that were read `from` it before and that it no longer has go, except those of `keep`. A name is that of a new
   * rundown.
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
