import { z } from 'zod';
import { AnimationAction, AnimationState } from '../model/animation-state.ts';
import { Payload } from '../model/field.ts';
import { OnAir } from '../model/tally.ts';
import { withPoint } from '../model/written-value.ts';
import { RowChoice } from './source.ts';

/** Milliseconds. */
export const longestCueTime = 86_400_000;
const Milliseconds = z.int().min(0).max(longestCueTime);

/** The command of a cue to a button (`execute`) or a timer. */
export const CueCommand = z.enum(['execute', 'play', 'pause', 'reset', 'start']);
export type CueCommand = z.infer<typeof CueCommand>;

/** Without a state, the state does not change. */
export const CueTarget = z.object({
  subComposition: z.string().min(1),
  /** The name when chosen, for messages after the sub-composition is removed. */
  name: z.string(),
  state: AnimationState.optional(),
  action: AnimationAction.default('play'),
  /** By field. Values arrive before the state, in the same request. */
  values: Payload.default({}),
  commands: z.record(z.string(), CueCommand).default({}),
  /** The data row to choose; explicit `values` override it. Absent: the row does not change. */
  row: RowChoice.optional(),
});
export type CueTarget = z.infer<typeof CueTarget>;

/** Starts the next step; after the last step, the next cue. */
export const FollowOn = z.discriminatedUnion('on', [
  z.object({ on: z.literal('go') }),
  /** Both steps run together, each with its own delay. */
  z.object({ on: z.literal('start') }),
  z.object({ on: z.literal('time'), after: Milliseconds }),
  /** Waits for the confirmed state, not for the answer to the request. */
  z.object({ on: z.literal('confirmed'), after: Milliseconds }),
]);
export type FollowOn = z.infer<typeof FollowOn>;

/** One press, with one atomic request per app instance. */
export const CueStep = z.object({
  targets: z.array(CueTarget).max(1_000),
  /** Milliseconds from the step's start to its request. */
  delay: Milliseconds.default(0),
  /** Milliseconds on air from the confirmation; null stays. Goes out only if its state has not changed since. */
  duration: Milliseconds.nullable().default(null),
  follow: FollowOn.default({ on: 'go' }),
});
export type CueStep = z.infer<typeof CueStep>;

/** Never changes; imported cues keep their ids. */
export const CueId = z.string().min(1).max(100);

/** Names, because each screen shows its own shades. */
export const CueColor = z.enum(['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple', 'grey']);
export type CueColor = z.infer<typeof CueColor>;

const CueName = z.string().max(200);

/** The only way to write a number: `11,5` is `11.5`, and `004` is `4`, also after a spreadsheet dropped the zeros. */
export function plainNumber(number: string): string {
  return withPoint(number.trim()).replace(/^0+(?=\d)/, '');
}

/** The members of an imported cue that belong to the operator once edited. */
export const filedMembers = ['number', 'name', 'color', 'notes', 'planned', 'disabled', 'guarded', 'steps'] as const;

export const Cue = z.object({
  id: CueId,
  /** The operators' number, such as `12.5`: free text, unique in its rundown. */
  number: z.string().overwrite(plainNumber).max(20).default(''),
  name: CueName.default(''),
  color: CueColor.optional(),
  notes: z.string().max(10_000).default(''),
  /** Planned milliseconds until the next go; only for estimates. */
  planned: Milliseconds.optional(),
  /** The file the cue was imported from; a newer version of the file may change or remove the cue. */
  from: z.string().max(200).optional(),
  /** Members of an imported cue that an operator edited: a newer version of the file leaves them. */
  edited: z.array(z.enum(filedMembers)).optional(),
  /** A go skips it. */
  disabled: z.literal(true).optional(),
  /** Fires only on a second press, never from a follow-on. */
  guarded: z.literal(true).optional(),
  steps: z.array(CueStep).min(1).max(100),
});
export type Cue = z.infer<typeof Cue>;
export type WrittenCue = z.input<typeof Cue>;

export const CueGroup = z.object({
  id: CueId,
  /** Empty for the cues outside any group. */
  name: CueName.default(''),
  color: CueColor.optional(),
  loop: z.literal(true).optional(),
  disabled: z.literal(true).optional(),
  /** The file that made the group, until an operator changes it: a newer version removes the group with its last cue. */
  from: Cue.shape.from,
  cues: z.array(Cue),
});
export type CueGroup = z.infer<typeof CueGroup>;

export const Rundown = z.object({
  id: CueId,
  name: CueName,
  loop: z.literal(true).optional(),
  groups: z.array(CueGroup),
});
export type Rundown = z.infer<typeof Rundown>;

/** Counts steps from 0. */
export const CuePlace = z.object({ cue: CueId, step: z.int().min(0) });
export type CuePlace = z.infer<typeof CuePlace>;

/** The state of a cue on screens, keys and lamps, judged by confirmations, never by requests. */
export const CueState = z.enum([
  /** Not fired, or finished long ago. */
  'IDLE',
  'NEXT',
  /** Guarded and pressed once. */
  'ARMED',
  /** A delay or follow-on runs. */
  'WAITING',
  'REQUESTED',
  /** Its take is still In and unchanged. */
  'ON AIR',
  'FAILED',
  /** Its take is still In, but only inside graphics that are Out. */
  'HIDDEN',
  /** The last outcome, or who owns the state on air, is unknown. */
  'UNKNOWN',
  /** Fired, with no graphic on air. */
  'DONE',
]);
export type CueState = z.infer<typeof CueState>;

export const CueView = z.object({
  state: CueState,
  /** Whether any graphic that the cue took In is on air, even while other parts wait or have failed; `no`: none is In. */
  onAir: OnAir,
  /** The next automatic event; null for none. */
  due: z
    .object({
      what: z.enum(['request', 'out', 'follow']),
      /** Milliseconds since the epoch by the desk's clock; null while the rundown is on hold. */
      at: z.number().nullable(),
      /** Milliseconds left at the hold; null while it runs. */
      left: z.number().nullable(),
    })
    .nullable(),
  reason: z.string(),
  /** The names of what the cue still has on air, where others took a graphic of it; absent for all or none. */
  only: z.array(z.string()).optional(),
  /** Edited after firing: the air keeps the fired version until `updateCue` or the next press. */
  edited: z.literal(true).optional(),
  staleData: z.array(z.string()).optional(),
  /** A row of live data that is not whole, and why; the first press only arms. `isRead`: false while no data came. */
  incomplete: z.object({ isRead: z.boolean(), why: z.string() }).optional(),
});
export type CueView = z.infer<typeof CueView>;

export const idleCue: CueView = { state: 'IDLE', onAir: 'no', due: null, reason: '' };

export const RundownView = z.object({
  next: CuePlace.nullable(),
  /** The last cue reached, by a go or automatically (ms since the epoch by the desk's clock). */
  fired: z.object({ cue: CueId, at: z.number() }).nullable(),
  hold: z.boolean(),
  marked: z.array(CueId),
});
export type RundownView = z.infer<typeof RundownView>;

export function cueName({ number, name }: Pick<Cue, 'number' | 'name'>): string {
  return `${number} ${name}`.trim() || 'Cue without a name';
}
