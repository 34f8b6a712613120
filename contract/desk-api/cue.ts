import { z } from 'zod';
import { AnimationAction, AnimationState } from '../model/animation-state.ts';
import { Payload } from '../model/field.ts';
import { RowChoice } from './source.ts';

/** Milliseconds of something that a cue waits for: at most a day. */
const Milliseconds = z.int().min(0).max(86_400_000);

/** What a cue gives to a field that has no value of its own: a press of a button, or a command to a timer. */
export const CueCommand = z.enum(['execute', 'play', 'pause', 'reset', 'start']);
export type CueCommand = z.infer<typeof CueCommand>;

/** What a step does to one sub-composition. Without a state it leaves the state alone. */
export const CueTarget = z.object({
  /** Its address. */
  subComposition: z.string().min(1),
  /** Its name when it was chosen, to say what is missing once it is gone. */
  name: z.string(),
  state: AnimationState.optional(),
  action: AnimationAction.default('play'),
  /** By field. They arrive before the state, in the same request. */
  values: Payload.default({}),
  /** By field: the buttons that are pressed, and the timers that are commanded. */
  commands: z.record(z.string(), CueCommand).default({}),
  /** The row of its live data, whose values arrive with those above. Those above win. Absent: the data stays as it is. */
  row: RowChoice.optional(),
});
export type CueTarget = z.infer<typeof CueTarget>;

/** What starts the step after this one; after the last step of a cue, the next cue. */
export const FollowOn = z.discriminatedUnion('on', [
  /** The next go. */
  z.object({ on: z.literal('go') }),
  /** The start of this step: both run together, each with its own delay. */
  z.object({ on: z.literal('start') }),
  /** So long after the request of this step. */
  z.object({ on: z.literal('time'), after: Milliseconds }),
  /** So long after the service confirmed this step. Never an answer, always the state. */
  z.object({ on: z.literal('confirmed'), after: Milliseconds }),
]);
export type FollowOn = z.infer<typeof FollowOn>;

/** A part of a cue: one press, with one atomic request for each app instance that it names. */
export const CueStep = z.object({
  targets: z.array(CueTarget).max(1_000),
  /** Milliseconds from its start to its request. */
  delay: Milliseconds.default(0),
  /**
   * Milliseconds that what it takes In stays on air, from its confirmation on. Null leaves it on air. It is taken out only
   * if nobody has changed its state since.
   */
  duration: Milliseconds.nullable().default(null),
  follow: FollowOn.default({ on: 'go' }),
});
export type CueStep = z.infer<typeof CueStep>;

/** The identity of a cue, a group or a rundown. It never changes; cues that are imported keep the one they came with. */
export const CueId = z.string().min(1).max(100);

/** Colors by name, because each screen shows them in its own shades. */
export const CueColor = z.enum(['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple', 'grey']);
export type CueColor = z.infer<typeof CueColor>;

const Name = z.string().max(200);

/** A named, stored thing that can be fired. */
export const Cue = z.object({
  id: CueId,
  /** As operators call it: `12.5`. Free, and not unique. */
  number: z.string().trim().max(20).default(''),
  name: Name.default(''),
  color: CueColor.optional(),
  notes: z.string().max(10_000).default(''),
  /** Milliseconds that it is planned to last until the next go. Only estimates go by it. */
  planned: Milliseconds.optional(),
  /** The name of the file that it was read from. A newer version of that file changes it, or takes it away. */
  from: z.string().max(200).optional(),
  /** A go passes it over. */
  disabled: z.literal(true).optional(),
  /** It is fired only by a second press, and never by a follow-on. */
  guarded: z.literal(true).optional(),
  steps: z.array(CueStep).min(1).max(100),
});
export type Cue = z.infer<typeof Cue>;
/** A cue as it is written, without what has a default. */
export type WrittenCue = z.input<typeof Cue>;

/** A part of a rundown. */
export const CueGroup = z.object({
  id: CueId,
  /** Empty for the cues that belong to no group. */
  name: Name.default(''),
  color: CueColor.optional(),
  /** After its last cue comes its first. */
  loop: z.literal(true).optional(),
  /** A go passes all of it over. */
  disabled: z.literal(true).optional(),
  cues: z.array(Cue),
});
export type CueGroup = z.infer<typeof CueGroup>;

/** An ordered list of cues in groups. */
export const Rundown = z.object({
  id: CueId,
  name: Name,
  /** After its last cue comes its first. */
  loop: z.literal(true).optional(),
  groups: z.array(CueGroup),
});
export type Rundown = z.infer<typeof Rundown>;
export type WrittenRundown = z.input<typeof Rundown>;

/** A step of a cue, counted from 0. */
export const CuePlace = z.object({ cue: CueId, step: z.int().min(0) });
export type CuePlace = z.infer<typeof CuePlace>;

/**
 * The state of a cue, as shown on screen, key and lamp. What it put on air is judged by what services confirm, never by what
 * was sent.
 *
 * - `IDLE`: it was not fired, or what it did is long over.
 * - `NEXT`: the next go fires it.
 * - `ARMED`: it is guarded and was pressed once.
 * - `WAITING`: a delay or a follow-on of it runs.
 * - `REQUESTED`: sent, and not confirmed yet.
 * - `ON AIR`: what it took In is still In, and nobody changed that.
 * - `FAILED`: how its last request ended.
 * - `UNKNOWN`: how its last request ended, or nobody can tell whether what is In is still its own.
 * - `DONE`: it was fired, and nothing of it is on air.
 */
export const CueState = z.enum([
  ...['IDLE', 'NEXT', 'ARMED', 'WAITING', 'REQUESTED', 'ON AIR', 'FAILED', 'UNKNOWN', 'DONE'],
] as const);
export type CueState = z.infer<typeof CueState>;

/** What is known of one cue. */
export const CueView = z.object({
  state: CueState,
  /** Whether something that it took In is on air, also while something else of it waits or has failed. */
  onAir: z.enum(['yes', 'no', 'unknown']),
  /** What happens by itself next: its request, its going out, or what follows it. Null for nothing. */
  due: z
    .object({
      what: z.enum(['request', 'out', 'follow']),
      /** Milliseconds since the epoch by the desk's clock; null while the rundown is on hold. */
      at: z.number().nullable(),
      /** Milliseconds left when the rundown was put on hold; null while it runs. */
      left: z.number().nullable(),
    })
    .nullable(),
  /** Why it failed, is unknown or was stopped; empty for none of these. */
  reason: z.string(),
  /** It was edited since it was fired: the air still has what was fired, until `updateCue` or the next press. */
  edited: z.literal(true).optional(),
  /** It takes In what is linked to sources that are late or broken: their names. Absent for none. */
  staleData: z.array(z.string()).optional(),
});
export type CueView = z.infer<typeof CueView>;

/** A cue that was not fired and does not come next. */
export const idleCue: CueView = { state: 'IDLE', onAir: 'no', due: null, reason: '' };

/** Where a rundown stands. */
export const RundownView = z.object({
  /** What the next go fires; null at the end. */
  next: CuePlace.nullable(),
  /**
   * The cue that the rundown came to last, by a go or by what followed it by itself, and when: milliseconds since the epoch by the desk's
   * clock. Null for none.
   */
  fired: z.object({ cue: CueId, at: z.number() }).nullable(),
  /** Nothing fires by itself until it goes on. */
  hold: z.boolean(),
  /** The cues that `fireMarked` fires, in the order of the rundown. */
  marked: z.array(CueId),
});
export type RundownView = z.infer<typeof RundownView>;

/** What operators call a cue: `12.5 Opener`. */
export function cueName({ number, name }: Pick<Cue, 'number' | 'name'>): string {
  return `${number} ${name}`.trim() || 'Cue without a name';
}
