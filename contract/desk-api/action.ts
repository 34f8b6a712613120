import { z } from 'zod';
import { AnimationAction, AnimationState } from '../model/animation-state.ts';
import type { ModelItem } from '../model/control.ts';
import { FieldType, isSettable } from '../model/field.ts';
import { OperationResult } from './as-run.ts';
import { CueId, CuePlace } from './cue.ts';
import { DataMode } from './data-link.ts';
import { RowChoice } from './source.ts';

/** The address of a sub-composition (`contract/model/address.ts`), because names are not unique. */
const Target = z.strictObject({ subComposition: z.string() });
/** A field of a sub-composition, by its id. */
const FieldTarget = Target.extend({ field: z.string() });
/**
 * A field whose value changes. The new value is staged, or sent at once if the field has `immediateUpdate` or the action
 * says `send`.
 */
const Edit = FieldTarget.extend({ send: z.literal(true).optional() });
const OfApp = z.strictObject({ app: z.string() });
/** A page of a controller, from 1. */
export const PageNumber = z.int().min(1).max(16);
/** The id of a cue. */
const OfCue = z.strictObject({ cue: CueId });
/** The id of a rundown; absent for the active one. */
const OfRundown = z.strictObject({ rundown: CueId.optional() });

/**
 * Everything that can be pressed, as data. Screens, keys and every other control give the same actions to the desk, which
 * carries them out in one place (`desk/operate/carry-out.ts`).
 */
export const Action = z.discriminatedUnion('do', [
  /** Takes a sub-composition to a state, or jumps there. An In carries its staged edits. */
  Target.extend({ do: z.literal('take'), to: AnimationState, action: AnimationAction.default('play') }),
  /** Takes out what is confirmed In, and In what is confirmed out. Refused while the state is unknown. */
  Target.extend({ do: z.literal('toggle'), action: AnimationAction.default('play') }),
  /** Cues a sub-composition for the next Take Cued, or removes the cue. */
  Target.extend({ do: z.literal('cue'), cued: z.boolean() }),
  /** Takes everything cued In, in one request per app instance. */
  z.strictObject({ do: z.literal('takeCued') }),
  /** Sends what is staged for a sub-composition. */
  Target.extend({ do: z.literal('update') }),
  /** Drops what is staged for a sub-composition. */
  Target.extend({ do: z.literal('discard') }),
  /** Requests the drift of a sub-composition again, as a new operation. */
  Target.extend({ do: z.literal('sendAgain') }),
  /** Sets a value. */
  Edit.extend({ do: z.literal('set'), value: z.unknown() }),
  /** Adds to a number, and stops at the limits of the field. */
  Edit.extend({
    do: z.literal('step'),
    by: z.number().refine((by) => by !== 0, { error: 'expected a number other than 0' }),
  }),
  /** Goes on by so many choices of a selection, from the last to the first. */
  Edit.extend({
    do: z.literal('cycle'),
    by: z
      .int()
      .refine((by) => by !== 0, { error: 'expected a number other than 0' })
      .default(1),
  }),
  /** Turns a checkbox on or off. */
  Edit.extend({ do: z.literal('switch') }),
  /** Presses a button. */
  FieldTarget.extend({ do: z.literal('fire') }),
  /** Runs, pauses or resets a timer at once; `start` resets and runs it. */
  FieldTarget.extend({ do: z.literal('time'), command: z.enum(['play', 'pause', 'reset', 'start']) }),
  /** Recalls a look with one request per app instance. What is gone from the show is left out, with a notice. */
  z.strictObject({ do: z.literal('recallLook'), look: z.string() }),
  /**
   * Restores what the desk's last confirmed change of values, or its last confirmed take, replaced. It is a new operation,
   * so undoing twice redoes. `press` is the number of the press that the operator saw.
   */
  z.strictObject({ do: z.literal('undo'), what: z.enum(['values', 'take']), press: z.int().optional() }),
  /**
   * Takes everything Out by a jump, ahead of everything that waits, in one app instance or in all. Raises an alarm if it is
   * not confirmed.
   */
  OfApp.partial().extend({ do: z.literal('panic') }),
  /** Copies the last confirmed state of the main to the backup, and makes the backup active. */
  OfApp.extend({ do: z.literal('failOver') }),
  /** Copies the state of the backup to the main, and makes the main active. */
  OfApp.extend({ do: z.literal('failBack') }),
  /**
   * Fires what is next in a rundown, and moves on. With `ahead` it is the cue so many further on, and what lies between is passed
   * over: controls side by side with 0, 1, 2 … are the next cues. `next` is what the operator saw there: it is refused if that is
   * something else by now.
   */
  OfRundown.extend({ do: z.literal('go'), ahead: z.int().min(1).max(63).optional(), next: CuePlace.optional() }),
  /** Moves on by so many cues, or back, and fires nothing. */
  OfRundown.extend({ do: z.literal('skip'), by: z.int() }),
  /** Makes the cue with this number the next one. */
  OfRundown.extend({ do: z.literal('jumpTo'), number: z.string() }),
  /** Makes the first cue the next one, and forgets what was fired before. */
  OfRundown.extend({ do: z.literal('rewind') }),
  /** Nothing in the rundown happens by itself until it goes on. Without `hold` it is the other way round than now. */
  OfRundown.extend({ do: z.literal('hold'), hold: z.boolean().optional() }),
  /** Fires every marked cue at once, in the order of the rundown. */
  OfRundown.extend({ do: z.literal('fireMarked') }),
  /** As `updateCue` and `endCue`, for the cue of a rundown that was fired last. */
  OfRundown.extend({ do: z.literal('updateFired') }),
  OfRundown.extend({ do: z.literal('endFired') }),
  /** Makes a rundown the active one: what names no rundown means it from now on. It fires nothing, and what runs goes on. */
  z.strictObject({ do: z.literal('makeActive'), rundown: CueId }),
  /** Marks a cue for `fireMarked`, or removes the mark. */
  OfCue.extend({ do: z.literal('markCue'), marked: z.boolean() }),
  /** Makes a cue the next one of its rundown. */
  OfCue.extend({ do: z.literal('setNext') }),
  /** Fires a cue from its first step. Its rundown stays where it is. */
  OfCue.extend({ do: z.literal('fireCue') }),
  /**
   * Sends the values of a cue, as they were edited since it was fired, to what it still has on air. What it waits for stays as
   * it was fired.
   */
  OfCue.extend({ do: z.literal('updateCue') }),
  /** Ends a cue: nothing of it happens by itself any more, and what it took In goes Out. */
  OfCue.extend({ do: z.literal('endCue') }),
  /** Goes on by so many rows in the data of a sub-composition, or back. It is refused at the ends. */
  Target.extend({
    do: z.literal('nextRow'),
    by: z
      .int()
      .refine((by) => by !== 0, { error: 'expected a number other than 0' })
      .default(1),
  }),
  /** Chooses the row of the data of a sub-composition. */
  Target.extend({ do: z.literal('chooseRow'), row: RowChoice }),
  /** Opens a page of a controller: its controls do what they are mapped to there. */
  z.strictObject({ do: z.literal('openPage'), device: z.string(), page: PageNumber }),
  /** Opens the next page of a controller, or the one before, from the last to the first. */
  z.strictObject({
    do: z.literal('turnPage'),
    device: z.string(),
    by: z
      .int()
      .refine((by) => by !== 0, { error: 'expected a number other than 0' })
      .default(1),
  }),
  /**
   * The faders and knobs of a controller count a tenth of their movements, or as much as they are moved again. Without `on` it is the
   * other way round than now.
   */
  z.strictObject({ do: z.literal('fine'), device: z.string(), on: z.boolean().optional() }),
  /** Chooses what the data of a sub-composition does. What an operator edited of it follows the data again. */
  Target.extend({ do: z.literal('dataMode'), mode: DataMode }),
]);
export type Action = z.infer<typeof Action>;
/** An action as it is written, without what has a default. */
export type WrittenAction = z.input<typeof Action>;

/**
 * How an action ended, in every app instance that it affected. The standby of a pair is none of them: how a panic ended there
 * is in the as-run log, and raises an alarm if it failed.
 */
export const ActionOutcome = z.object({
  /** The worst of all: `failed`, else `unknown`, else `confirmed`. What only changes the desk itself is confirmed. */
  result: OperationResult,
  /** Why it was not confirmed; empty if it was. */
  reason: z.string(),
  /** The same for programs: the code of the error in `docs/errors.md`, such as `too-late`; null if it was confirmed. */
  error: z.string().nullable().default(null),
  apps: z.array(
    z.object({
      /** Its key. */
      app: z.string(),
      result: OperationResult,
      reason: z.string(),
      error: z.string().nullable().default(null),
      /** The revision that it made; null if there is none, or the service names none. */
      revision: z.int().nullable(),
    }),
  ),
});
export type ActionOutcome = z.infer<typeof ActionOutcome>;

/** An action on the pages of a controller. */
export type PageAction = Extract<Action, { do: 'openPage' | 'turnPage' }>;

/** An action on a controller itself. */
export type ControllerAction = PageAction | Extract<Action, { do: 'fine' }>;

/** An action on a field. */
export type FieldAction = Extract<Action, { field: string }>;

/** What the field of an action must be: what people call it, and its types. */
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

/** Whether a sub-composition has the field that an action names, with a type that the action can change. */
export function fieldFits(action: FieldAction, { model }: Pick<ModelItem, 'model'>): boolean {
  return model.some(({ id, type }) => id === action.field && fieldOf[action.do].types.includes(type));
}
