import { z } from 'zod';
import { CueId } from '../desk-api/cue.ts';
import type { ModelItem } from '../model/control.ts';
import type { FieldType } from '../model/field.ts';
import type { SharedWords } from '../words/words.ts';
import type { OscAddress } from './osc-address.ts';
import type { PanelButton } from './panel-button.ts';

/** The address of a sub-composition (`contract/model/address.ts`), because names are not unique. */
export const onSub = z.strictObject({ subComposition: z.string() });
export const onField = onSub.extend({ field: z.string() });
/** Stages the new value, or sends it at once with `send` or if the field has `immediateUpdate`. */
export const onValue = onField.extend({ send: z.literal(true).optional() });
export const onApp = z.strictObject({ app: z.string() });
export const onCue = z.strictObject({ cue: CueId });
/** Absent for the active rundown. */
export const onRundown = z.strictObject({ rundown: CueId.optional() });
export const onDevice = z.strictObject({ device: z.string() });

export const PageNumber = z.int().min(1).max(16);
/** So many places further on or back; one on by default. */
export const CountOnOrBack = z
  .int()
  .refine((by) => by !== 0, { error: 'expected a number other than 0' })
  .default(1);

/** The confirmed fact that the lamp of a mapped control shows (`surfaces/faces/faces.ts`). */
export type LampSource =
  'target' | 'cueFiredLast' | 'cuedSubCompositions' | 'nextCue' | 'markedCues' | 'hold' | 'activeRundown' | 'none';

/** What the mapping lists of keys and controllers offer, by kind of target. */
interface Offers<Written> {
  desk?: (looks: readonly string[]) => Written[];
  sub?: (on: { subComposition: string }, node: ModelItem) => Written[];
  field?: (on: { subComposition: string; field: string }) => Written[];
  cue?: (on: { cue: string }) => Written[];
  rundown?: (on: { rundown: string }) => Written[];
  device?: (on: { device: string }, pages: readonly number[]) => Written[];
  /** Like `device`, for actions that apply only while the control is held. */
  heldOnDevice?: (on: { device: string }, pages: readonly number[]) => Written[];
}

/** The fields that an action on a field is for. `called`: the noun for a refusal. */
export interface FieldRule {
  called: keyof SharedWords['captions']['fieldKinds'];
  types: readonly FieldType[];
}

/** One action, for every place that reads actions. The desk adds `run` and `requests` (`desk/operate/carry-out.ts`). */
export interface ActionKind<Schema extends z.ZodObject> {
  schema: Schema;
  /** The shortest caption, for a place that shows the target beside it. `title`: of the action's field, if known. */
  caption(action: z.output<Schema>, title: string | undefined): string;
  lamp: LampSource;
  offers: Offers<z.input<Schema>>;
  /** By address, without the root. Without an address, the action arrives as JSON. */
  osc: Readonly<Record<string, OscAddress>>;
  /** The keys are the ids that buttons of Companion keep. */
  buttons: Readonly<Record<string, PanelButton>>;
  field?: FieldRule;
  /** The fact on the screen that a press means. The desk refuses the press if the fact has changed. */
  sees?: 'state' | 'next' | 'undo';
}
