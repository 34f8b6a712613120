import { z } from 'zod';
import { AnimationAction, AnimationState } from '../model/animation-state.ts';
import type { ModelItem } from '../model/control.ts';
import { FieldType, isSettable } from '../model/field.ts';
import { OperationResult } from './as-run.ts';
import { CueId, CuePlace } from './cue.ts';
import { DataMode } from './data-link.ts';
import { RowChoice } from './source.ts';

/** The address of a sub-composition (`contract/model/address.ts`), because names are not unique. */
const SubCompositionTarget = z.strictObject({ subComposition: z.string() });
const FieldTarget = SubCompositionTarget.extend({ field: z.string() });
/** Stages the new value, or sends it at once with `send` or if the field has `immediateUpdate`. */
const EditTarget = FieldTarget.extend({ send: z.literal(true).optional() });
const OfApp = z.strictObject({ app: z.string() });
export const PageNumber = z.int().min(1).max(16);
const OfCue = z.strictObject({ cue: CueId });
/** Absent for the active rundown. */
const OfRundown = z.strictObject({ rundown: CueId.optional() });

/** Every action as data. All screens and controls send these actions; `desk/operate/carry-out.ts` carries them out. */
export const Action = z.discriminatedUnion('do', [
  /** An In also sends the staged edits. */
  SubCompositionTarget.extend({ do: z.literal('take'), to: AnimationState, action: AnimationAction.default('play') }),
  /** Takes Out if confirmed In, and In if confirmed out. Refused while the state is unknown. */
  SubCompositionTarget.extend({ do: z.literal('toggle'), action: AnimationAction.default('play') }),
  SubCompositionTarget.extend({ do: z.literal('cue'), cued: z.boolean() }),
  /** Takes everything cued In, in one request per app instance. */
  z.strictObject({ do: z.literal('takeCued') }),
  SubCompositionTarget.extend({ do: z.literal('update') }),
  SubCompositionTarget.extend({ do: z.literal('discard') }),
  /** Requests the drifted state of a sub-composition again, as a new operation. */
  SubCompositionTarget.extend({ do: z.literal('sendAgain') }),
  EditTarget.extend({ do: z.literal('set'), value: z.unknown() }),
  /** Adds to a number, within the limits of the field. */
  EditTarget.extend({
    do: z.literal('step'),
    by: z.number().refine((by) => by !== 0, { error: 'expected a number other than 0' }),
  }),
  /** Moves through the choices of a selection and wraps around. */
  EditTarget.extend({
    do: z.literal('cycle'),
    by: z
      .int()
      .refine((by) => by !== 0, { error: 'expected a number other than 0' })
      .default(1),
  }),
  EditTarget.extend({ do: z.literal('switch') }),
  FieldTarget.extend({ do: z.literal('fire') }),
  /** Takes effect at once. `start` resets and runs the timer. */
  FieldTarget.extend({ do: z.literal('time'), command: z.enum(['play', 'pause', 'reset', 'start']) }),
  /** Recalls a look with one request per app instance. Skips parts missing from the show, with a notice. */
  z.strictObject({ do: z.literal('recallLook'), look: z.string() }),
  /**
   * Restores what the desk's last confirmed value change or take replaced, as a new operation: undoing twice redoes.
   * `press` is the press number that the operator saw.
   */
  z.strictObject({ do: z.literal('undo'), what: z.enum(['values', 'take']), press: z.int().optional() }),
  /**
   * Jumps everything Out, ahead of all waiting operations; without `app`, in all app instances. Raises an alarm if not
   * confirmed.
   */
  OfApp.partial().extend({ do: z.literal('panic') }),
  /** Copies the last confirmed state of the main to the backup, and makes the backup active. */
  OfApp.extend({ do: z.literal('failOver') }),
  /** Copies the state of the backup to the main, and makes the main active. */
  OfApp.extend({ do: z.literal('failBack') }),
  /**
   * Fires the next cue and advances. `ahead` skips cues, for adjacent controls that show the next cues 0, 1, 2 … `next`
   * is the cue that the operator saw; the desk refuses if it has changed.
   */
  OfRundown.extend({ do: z.literal('go'), ahead: z.int().min(1).max(63).optional(), next: CuePlace.optional() }),
  /** Moves the next cue forward or back without firing. */
  OfRundown.extend({ do: z.literal('skip'), by: z.int() }),
  OfRundown.extend({ do: z.literal('jumpTo'), number: z.string() }),
  /** Makes the first cue the next one, and forgets the fired cues. */
  OfRundown.extend({ do: z.literal('rewind') }),
  /** Stops automatic cues until resumed. Without `hold`, toggles. */
  OfRundown.extend({ do: z.literal('hold'), hold: z.boolean().optional() }),
  OfRundown.extend({ do: z.literal('fireMarked') }),
  /** Like `updateCue` and `endCue`, for the last fired cue of a rundown. */
  OfRundown.extend({ do: z.literal('updateFired') }),
  OfRundown.extend({ do: z.literal('endFired') }),
  /** Actions without `rundown` now apply to this one. Fires nothing; running cues continue. */
  z.strictObject({ do: z.literal('makeActive'), rundown: CueId }),
  OfCue.extend({ do: z.literal('markCue'), marked: z.boolean() }),
  OfCue.extend({ do: z.literal('setNext') }),
  /** Fires a cue from its first step. Its rundown does not advance. */
  OfCue.extend({ do: z.literal('fireCue') }),
  /** Sends the edited values of a fired cue to its graphics still on air. Its triggers stay as fired. */
  OfCue.extend({ do: z.literal('updateCue') }),
  /** Stops the automatic steps of a cue, and takes Out everything it took In. */
  OfCue.extend({ do: z.literal('endCue') }),
  /** Moves by this many data rows; refused at the ends. */
  SubCompositionTarget.extend({
    do: z.literal('nextRow'),
    by: z
      .int()
      .refine((by) => by !== 0, { error: 'expected a number other than 0' })
      .default(1),
  }),
  SubCompositionTarget.extend({ do: z.literal('chooseRow'), row: RowChoice }),
  z.strictObject({ do: z.literal('openPage'), device: z.string(), page: PageNumber }),
  /** Wraps around. */
  z.strictObject({
    do: z.literal('turnPage'),
    device: z.string(),
    by: z
      .int()
      .refine((by) => by !== 0, { error: 'expected a number other than 0' })
      .default(1),
  }),
  /** Faders and knobs count a tenth of each movement, or the full movement again. Without `on`, toggles. */
  z.strictObject({ do: z.literal('fine'), device: z.string(), on: z.boolean().optional() }),
  /** Sets the data mode. Fields that an operator edited follow the data again. */
  SubCompositionTarget.extend({ do: z.literal('dataMode'), mode: DataMode }),
]);
export type Action = z.infer<typeof Action>;
export type WrittenAction = z.input<typeof Action>;

/**
 * The outcome in each affected app instance, except the standby of a pair. The as-run log records a panic there; a
 * failure raises an alarm.
 */
export const ActionOutcome = z.object({
  /** The worst result: `failed`, else `unknown`, else `confirmed`. Changes to the desk alone are confirmed. */
  result: OperationResult,
  reason: z.string(),
  /** The error code for programs, from `docs/errors.md`, such as `too-late`; null if confirmed. */
  error: z.string().nullable().default(null),
  apps: z.array(
    z.object({
      app: z.string(),
      result: OperationResult,
      reason: z.string(),
      error: z.string().nullable().default(null),
      /** Null if the operation made no revision, or the service reports none. */
      revision: z.int().nullable(),
    }),
  ),
});
export type ActionOutcome = z.infer<typeof ActionOutcome>;

export type PageAction = Extract<Action, { do: 'openPage' | 'turnPage' }>;

export type ControllerAction = PageAction | Extract<Action, { do: 'fine' }>;

export type FieldAction = Extract<Action, { field: string }>;

export const fieldOf: Readonly<Record<FieldAction['do'], { called: string; types: readonly FieldType[] }>> = {
  set: {
    called: 'field with a value',
    types: FieldType.options.filter((type) => isSettable({ type })),
  },
  step: { called: 'number', types: ['number', 'normalizednumber', 'counter'] },
  cycle: { called: 'selection', types: ['selection'] },
  switch: { called: 'checkbox', types: ['checkbox'] },
  fire: { called: 'button', types: ['button'] },
  time: { called: 'timer', types: ['timecontrol'] },
};

export function fieldFits(action: FieldAction, { model }: Pick<ModelItem, 'model'>): boolean {
  return model.some(({ id, type }) => id === action.field && fieldOf[action.do].types.includes(type));
}
