import { z } from 'zod';
import { Tally } from '../model/tally.ts';
import { PageNumber } from './action.ts';
import { KeyAction, type KeyBinding, KeyGuard, OtherPress } from './key-binding.ts';

const channel = '(?:1[0-6]|[1-9])';
const upTo127 = '(?:12[0-7]|1[01]\\d|[1-9]?\\d)';
/** The kinds of controls, each with what tells its controls apart. */
const controlKinds = [
  /** Of MIDI: a channel from 1 to 16 and a number from 0 to 127. */
  `(?:note|cc|program|pressure) ${channel}/${upTo127}`,
  /** Of MIDI: a pair of control changes with 14 bits, by the number of the first; a parameter of 14 bits that is not registered. */
  `cc14 ${channel}/(?:[12]?\\d|3[01])`,
  `nrpn ${channel}/(?:\\d{1,4}|1[0-5]\\d{3}|16[0-2]\\d\\d|163[0-7]\\d|1638[0-3])`,
  /** Of MIDI, what a channel has once: the pitch wheel, and the pressure on all its keys. */
  `(?:bend|pressure) ${channel}`,
  /** Of panels: their place, from 1, counted by rows. `encoder 2 press` is the knob 2 pressed down. */
  '(?:key|fader) [1-9]\\d{0,2}',
  '(?:encoder|touch) [1-9]\\d{0,2}(?: press)?',
  /** Of panels, what they have once. */
  '(?:strip|jog|shuttle|tbar|joystick [xyz])',
];

/**
 * A control of a surface: what it is, and which of its kind. `note 1/36` is a pad or a button of a MIDI controller, `cc 10/7` a control
 * change, `key 12` a key of a panel.
 */
export const ControlName = z.string().regex(new RegExp(`^(?:${controlKinds.join('|')})$`), {
  error: 'expected a control such as note 1/36, cc 10/7 or key 12',
});

/** Whether a control can stand anywhere between two ends. */
export function hasPosition(control: string): boolean {
  return /^(?:cc|cc14|nrpn|bend|pressure|fader|strip|shuttle|tbar|joystick)\b/.test(control);
}

/** Whether a control can be used as a button: a pitch wheel and a fader with 14 bits are never at rest. */
export function canBePressed(control: string): boolean {
  return !/^(?:cc14|bend)\b/.test(control);
}

/** Whether a control tells how far it was turned, without ends. A control change says so in one of several ways ({@link EncoderKind}). */
export function isTurned(control: string): boolean {
  return /^(?:encoder \d+|jog)$/.test(control);
}

/** What a lamp can stand for. `off` is a control that means nothing. */
export const LampState = z.enum([
  ...(['off', 'out', 'cued', 'requested', 'onAir', 'requestedOnAir', 'failed', 'failedOnAir', 'unknown'] as const),
]);
export type LampState = z.infer<typeof LampState>;

/** What a control is used as. */
export const ControlUse = z.enum(['button', 'fader', 'encoder']);
export type ControlUse = z.infer<typeof ControlUse>;

/** A control among all devices. */
const Control = z.object({
  /** The name of the device, as {@link ControllersView} has it. */
  device: z.string().min(1).max(200),
  control: ControlName,
});
export type Control = z.infer<typeof Control>;

/**
 * A control on one page of its device; without a page on every page that has nothing else for it. Each kind of press is mapped for itself;
 * without one it is a short press.
 */
const ControlOnPage = Control.extend({
  page: PageNumber.optional(),
  press: OtherPress.optional(),
});
export type ControlOnPage = z.infer<typeof ControlOnPage>;

/** How the position of a fader, or of a knob with ends, becomes a number. */
export const FaderRange = z.strictObject({
  /** The number at the lower end and at the upper one. A fader may count down. */
  from: z.number(),
  to: z.number(),
  /** What the numbers are multiples of. */
  step: z.number().positive().default(1),
  /**
   * What happens when the fader does not stand where the value is, which anybody may have changed: `pickup` changes nothing until the
   * fader passes that value; `jump` sets the value to where the fader is; `scale` moves the value in the same direction, so that both
   * reach the end together.
   */
  takeover: z.enum(['pickup', 'jump', 'scale']).default('pickup'),
  /** Where the numbers lie: evenly, or closer together at the lower end (`fineLow`) or at the upper end (`fineHigh`). */
  curve: z.enum(['linear', 'fineLow', 'fineHigh']).default('linear'),
});
export type FaderRange = z.infer<typeof FaderRange>;

/**
 * How a knob without ends says how far it was turned, in the value of its control change: 1 and 127 are one to the right and to the left
 * for `twos`, 65 and 63 for `offset`, 1 and 65 for `sign`, 65 and 1 for `sign2`.
 */
export const EncoderKind = z.enum(['twos', 'offset', 'sign', 'sign2']);
export type EncoderKind = z.infer<typeof EncoderKind>;

/** A control that somebody used in order to map it, and what it seems to be. */
export const LearnedControl = Control.extend({
  use: ControlUse,
  /** How it counts, if it is a control change without ends. */
  encoder: EncoderKind.optional(),
  /** What it sent first, as people read it: bytes in hexadecimal for MIDI. Empty if there is nothing to show. */
  raw: z.string(),
});
export type LearnedControl = z.infer<typeof LearnedControl>;

/** What a control does. */
export const ControllerBinding = ControlOnPage.extend({
  action: KeyAction,
  guard: KeyGuard.optional(),
  /** The value that the action sets comes from the position of the control; its own `value` is not used. */
  fader: FaderRange.optional(),
  /** The action steps as far as the control was turned. */
  encoder: EncoderKind.optional(),
  /** What the action does is so while the control is held: its page is open, and then the one before; or movements count a tenth. */
  whileHeld: z.literal(true).optional(),
}).superRefine(({ device, control, action, guard, fader, encoder, whileHeld, press }, { addIssue }) => {
  const refuse = (path: string, message: string): void => addIssue({ code: 'custom', path: [path], message });
  if (fader && action.do !== 'set') refuse('fader', 'expected the action set with a fader');
  if (encoder && action.do !== 'step') refuse('encoder', 'expected the action step with an encoder');
  if (isTurned(control) && action.do !== 'step') refuse('action', 'expected the action step for what is turned');
  if (press && (guard ?? fader ?? encoder ?? whileHeld ?? isTurned(control))) {
    refuse('press', 'expected no other press of what has a guard, is moved or turned, or counts while it is held');
  }
  const isHeld = (action.do === 'openPage' || action.do === 'fine') && action.device === device;
  if (whileHeld && !isHeld) refuse('whileHeld', 'expected the action openPage or fine, for the device itself');
  if (whileHeld && guard) refuse('guard', 'expected no guard on a control that counts while it is held');
  if (encoder && !control.startsWith('cc ')) refuse('control', 'expected a control change, such as cc 1/7');
  else if (fader && !hasPosition(control)) refuse('control', 'expected a control with a position, such as cc 1/7');
  if (guard && (fader ?? encoder ?? isTurned(control)))
    refuse('guard', 'expected no guard, because a fader or an encoder is not pressed');
});
export type ControllerBinding = z.infer<typeof ControllerBinding>;

/** What a key or a control does as it goes down, as far as that decides whether other kinds of press can be told from it. */
export type ShortPress = Pick<KeyBinding, 'action' | 'guard' | 'global'> &
  Pick<ControllerBinding, 'fader' | 'encoder' | 'whileHeld'>;

/**
 * Why a key or a control that does this as it goes down does nothing by another kind of press; undefined where it may. A panic fires at once,
 * a guard uses holding and the second press itself, and nobody hears when a global key comes up.
 */
export function fillsPress({ action, guard, global, whileHeld, fader, encoder }: ShortPress): string | undefined {
  if (action.do === 'panic') return 'is a panic';
  if (guard) return 'has a guard';
  if (global) return 'is a global key';
  if (whileHeld) return 'counts while it is held';
  return (fader ?? encoder) ? 'is moved' : undefined;
}

/** How bright the lamps of a device are, from 0 to 1. */
export const DeviceBrightness = z.object({ device: Control.shape.device, value: z.number().min(0).max(1) });
export type DeviceBrightness = z.infer<typeof DeviceBrightness>;

/** A control in the picture of its surface: where it lies, what it shows, and how it stands. */
export const PicturedControl = z.object({
  control: ControlName,
  use: ControlUse,
  encoder: EncoderKind.optional(),
  /** Its place in a grid, from 0. */
  row: z.int().min(0),
  column: z.int().min(0),
  /** What its lamp stands for, in the words for {@link LampState}; absent for a control that does nothing, or has only a position. */
  state: LampState.optional(),
  /** What it acts on, what it does, and the tally of that; absent where there is none. */
  name: z.string().optional(),
  does: z.string().optional(),
  word: Tally.optional(),
  /** Where the confirmed value is between its ends, from 0 to 1. */
  position: z.number().optional(),
  /** Where the control itself stands, from 0 to 1: a button that is held is above 0. Absent until it was used. */
  stands: z.number().optional(),
});
export type PicturedControl = z.infer<typeof PicturedControl>;

/** A control that was used in a test, which fires nothing. */
export const TestedControl = Control.extend({
  /** The page of its device that was open. */
  page: PageNumber,
  /** What it does there by each kind of press, as far as it is mapped; once it would have fired, only what, with its value. */
  bindings: z.array(ControllerBinding),
  /** Whether it would have fired: what has a guard, or waits for another kind of press, does not yet. */
  fires: z.boolean(),
});
export type TestedControl = z.infer<typeof TestedControl>;

/** The surfaces of the desk: its MIDI controllers and panels. */
export const ControllersView = z.object({
  /** The next control that is pressed fires nothing, because somebody maps it. */
  learning: z.boolean(),
  /**
   * Controls fire nothing, because somebody tests what they would do: until when if none is used, in milliseconds since the epoch, and what
   * was used last. Null while they fire.
   */
  testing: z.object({ endsAt: z.number(), last: TestedControl.nullable() }).nullable(),
  /** Why there are none, in a sentence; null if nothing is wrong. */
  trouble: z.string().nullable(),
  devices: z.array(
    z.object({
      /** Its name without what changes with each plug; the second of two alike ends with `(2)`. */
      name: z.string(),
      /**
       * The names that it could have, because nobody can tell which of several alike it is: it fires nothing until somebody says so, and
       * `last` is null but for the one of them that was used last. Empty for a device that is known.
       */
      could: z.array(z.string()),
      /** The name of its profile, which says how its lamps are lit. */
      profile: z.string(),
      /** Why it cannot be used, in a sentence; empty if it can. */
      trouble: z.string(),
      /** The control that was pressed last, mapped or not; null for none yet. */
      last: ControlName.nullable(),
      /** The page that is open, and how many there are. */
      page: PageNumber,
      pages: PageNumber,
      /** Its faders and knobs count a tenth of their movements. */
      fine: z.boolean(),
      /** How bright its lamps are, from 0 to 1; null where the desk cannot change that. */
      brightness: z.number().nullable(),
      /** Its displays are dark because nobody has used it for long: a press only lights it. */
      asleep: z.boolean(),
    }),
  ),
  /** The faders that change nothing yet, because they have not passed the value that they would change. */
  waiting: z.array(
    Control.extend({
      /** The number at which the fader stands, and the value. */
      stands: z.number(),
      value: z.number(),
    }),
  ),
});
export type ControllersView = z.infer<typeof ControllersView>;

/** The view of a desk without controllers. */
export const noControllers: ControllersView = {
  learning: false,
  testing: null,
  trouble: null,
  devices: [],
  waiting: [],
};

/** The members of the desk's view about controllers. What controls do is one of its own, because it changes seldom. */
export const controllerMembers = {
  controllers: ControllersView,
  /** What controls do, as the settings have it. */
  mappedControls: z.array(ControllerBinding),
};

/** What pages follow, selected by an operator or next in a rundown: a sub-composition by its address, or a cue by its id. */
export const Selected = z.union([z.strictObject({ subComposition: z.string() }), z.strictObject({ cue: z.string() })]);
export type Selected = z.infer<typeof Selected>;

/** The calls that map controls. */
export const controllerCalls = {
  /**
   * Waits for a control to be pressed, moved or turned, for 15 seconds. That fires nothing. Those to be ignored are passed over. Returns
   * the control; null if none was used in time, or if learning was stopped or begun anew.
   */
  learnControl: { takes: z.object({ ignore: z.array(Control).max(200).optional() }), gives: LearnedControl.nullable() },
  stopLearning: { takes: z.object({}), gives: z.null() },
  /**
   * From now on no control fires anything, on whatever screen somebody looks: {@link ControllersView} says what it would do. Controls that
   * open pages of controllers do so. It ends a minute after a control was used last, with the last screen, and when the show is locked;
   * called again it goes on for a minute. Errors: as `mapControl`.
   */
  testControls: { takes: z.object({}), gives: z.null() },
  stopTesting: { takes: z.object({}), gives: z.null() },
  /**
   * Says which one a device is that could be several, until it is unplugged; null for none of those. Errors: as `mapControl`, and if nobody
   * is asked that of it any more.
   */
  nameDevice: { takes: z.object({ device: z.string(), is: z.string().nullable() }), gives: z.null() },
  /** Maps a control, in place of what it did before. Errors: `call-invalid` where the desk has no driver of controllers. */
  mapControl: { takes: ControllerBinding, gives: z.null() },
  /** Lights every lamp of a device for two seconds. Errors: as `mapControl`, and if there is no such device. */
  testLamps: { takes: Control.pick({ device: true }), gives: z.null() },
  /**
   * How a device looks now: each of its controls that is known, and each that is mapped. A screen asks again as often as it draws. Errors: as
   * `testLamps`.
   */
  pictureDevice: { takes: Control.pick({ device: true }), gives: z.array(PicturedControl) },
  /** How bright the lamps of a device are. It is kept for the next time that the device is plugged in. Errors: as `testLamps`. */
  setBrightness: { takes: DeviceBrightness, gives: z.null() },
  /**
   * An operator has selected something, or it comes next: each device opens the first page that has a control for it. A device stays where it is if that page is open, if it has none, or while a control of it holds a page open. Nothing is refused.
   */
  followSelection: { takes: Selected, gives: z.null() },
  /** The control does nothing from now on. Errors: as `mapControl`. */
  unmapControl: { takes: ControlOnPage, gives: z.null() },
};
