import { z } from 'zod';
import { ask, edit } from './call.ts';
import { Tally } from '../model/tally.ts';
import { PageNumber } from '../actions/action-kind.ts';
import { KeyAction, type KeyBinding, KeyGuard, type Kinds, OtherPress, pressWords } from './key-binding.ts';

const channel = '(?:1[0-6]|[1-9])';
const upTo127 = '(?:12[0-7]|1[01]\\d|[1-9]?\\d)';
const controlKinds = [
  /** MIDI: channel 1 to 16, number 0 to 127. */
  `(?:note|cc|program|pressure) ${channel}/${upTo127}`,
  /** MIDI: 14-bit control changes, by the number of the first; non-registered 14-bit parameters. */
  `cc14 ${channel}/(?:[12]?\\d|3[01])`,
  `nrpn ${channel}/(?:\\d{1,4}|1[0-5]\\d{3}|16[0-2]\\d\\d|163[0-7]\\d|1638[0-3])`,
  /** MIDI: the pitch wheel and the channel pressure, once per channel. */
  `(?:bend|pressure) ${channel}`,
  /** Panels: position from 1, counted by rows. `encoder 2 press` is knob 2 pressed down. */
  '(?:key|fader) [1-9]\\d{0,2}',
  '(?:encoder|touch) [1-9]\\d{0,2}(?: press)?',
  '(?:strip|jog|shuttle|tbar|joystick [xyz])',
];

/** A control of a surface. `note 1/36` is a MIDI pad or button, `cc 10/7` a control change, `key 12` a panel key. */
export const ControlName = z.string().regex(new RegExp(`^(?:${controlKinds.join('|')})$`), {
  error: 'expected a control such as note 1/36, cc 10/7 or key 12',
});

export function hasPosition(control: string): boolean {
  return /^(?:cc|cc14|nrpn|bend|pressure|fader|strip|shuttle|tbar|joystick)\b/.test(control);
}

/** A pitch wheel or 14-bit fader is never at rest, so it cannot be a button. */
export function canBePressed(control: string): boolean {
  return !/^(?:cc14|bend)\b/.test(control);
}

/** Whether a control is an endless encoder. A control change is not: its encoding varies ({@link EncoderKind}). */
export function isTurned(control: string): boolean {
  return /^(?:encoder \d+|jog)$/.test(control);
}

/** `off` is a control without a function. */
export const LampState = z.enum([
  ...(['off', 'out', 'cued', 'requested', 'onAir', 'requestedOnAir', 'failed', 'failedOnAir', 'unknown'] as const),
]);
export type LampState = z.infer<typeof LampState>;

export const ControlUse = z.enum(['button', 'fader', 'encoder']);
export type ControlUse = z.infer<typeof ControlUse>;

const Control = z.object({ device: z.string().min(1).max(200), control: ControlName });
export type Control = z.infer<typeof Control>;

/** Without `page`, for each page without its own mapping. Without `press`, short; each kind is mapped separately. */
const ControlOnPage = Control.extend({ page: PageNumber.optional(), press: OtherPress.optional() });
export type ControlOnPage = z.infer<typeof ControlOnPage>;

export const FaderRange = z.strictObject({
  /** `from` may exceed `to`: a fader may count down. */
  from: z.number(),
  to: z.number(),
  step: z.number().positive().default(1),
  /** `pickup` waits until the fader passes the value, `jump` sets it at once, `scale` comes to the end with it. */
  takeover: z.enum(['pickup', 'jump', 'scale']).default('pickup'),
  /** `fineLow` and `fineHigh` give finer steps at the lower or upper end. */
  curve: z.enum(['linear', 'fineLow', 'fineHigh']).default('linear'),
});
export type FaderRange = z.infer<typeof FaderRange>;

/** How a control change encodes a step right and left: `twos` 1, 127; `offset` 65, 63; `sign` 1, 65; `sign2` 65, 1. */
export const EncoderKind = z.enum(['twos', 'offset', 'sign', 'sign2']);
export type EncoderKind = z.infer<typeof EncoderKind>;

export const LearnedControl = Control.extend({
  use: ControlUse,
  encoder: EncoderKind.optional(),
  /** The first message in readable form: hexadecimal bytes for MIDI. Empty if unavailable. */
  raw: z.string(),
});
export type LearnedControl = z.infer<typeof LearnedControl>;

export const ControllerBinding = ControlOnPage.extend({
  action: KeyAction,
  guard: KeyGuard.optional(),
  /** The fader position sets the value; the action's own `value` is ignored. */
  fader: FaderRange.optional(),
  encoder: EncoderKind.optional(),
  /** The page or fine mode applies only while the control is held. */
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

export type ShortPress = Pick<KeyBinding, 'action' | 'guard' | 'global'> &
  Pick<ControllerBinding, 'fader' | 'encoder' | 'whileHeld'>;

/** Why a short press leaves no other kind: a panic fires at once, a guard holds, global keys have no key-up. */
export function fillsPress({ action, guard, global, whileHeld, fader, encoder }: ShortPress): string | undefined {
  if (action.do === 'panic') return 'is a panic';
  if (guard) return 'has a guard';
  if (global) return 'is a global key';
  if (whileHeld) return 'counts while it is held';
  return (fader ?? encoder) ? 'is moved' : undefined;
}

/** Why a kind of press can never count, as the rest of a sentence that begins with the control's name. */
export function unheardPress(all: readonly Kinds<ShortPress>[]): string | undefined {
  for (const { short, ...others } of all) {
    const why = short && fillsPress(short);
    const press = OtherPress.options.find((kind) => others[kind]);
    if (why && press) return `${why}, so it can do nothing else when it is ${pressWords[press]}`;
  }
  return undefined;
}

export const DeviceBrightness = z.object({ device: Control.shape.device, value: z.number().min(0).max(1) });
export type DeviceBrightness = z.infer<typeof DeviceBrightness>;

export const PicturedControl = z.object({
  control: ControlName,
  use: ControlUse,
  encoder: EncoderKind.optional(),
  row: z.int().min(0),
  column: z.int().min(0),
  /** Absent for a control without an action, or with only a position. */
  state: LampState.optional(),
  name: z.string().optional(),
  does: z.string().optional(),
  word: Tally.optional(),
  /** The confirmed value between its ends, from 0 to 1. */
  position: z.number().optional(),
  /** The control's own position from 0 to 1; above 0 for a held button. Absent until used. */
  stands: z.number().optional(),
});
export type PicturedControl = z.infer<typeof PicturedControl>;

export const TestedControl = Control.extend({
  page: PageNumber,
  /** All mapped kinds of press; once fired, only the binding that fires, with its value. */
  bindings: z.array(ControllerBinding),
  /** False while a guard or another kind of press is undecided. */
  fires: z.boolean(),
});
export type TestedControl = z.infer<typeof TestedControl>;

export const ControllersView = z.object({
  /** The next pressed control fires nothing: the desk maps it. */
  learning: z.boolean(),
  /** Controls fire nothing during a test. `endsAt`: ms since the epoch if no control is used. Null outside tests. */
  testing: z.object({ endsAt: z.number(), last: TestedControl.nullable() }).nullable(),
  trouble: z.string().nullable(),
  devices: z.array(
    z.object({
      /** Without parts that change with each plug; the second of two identical devices ends with `(2)`. */
      name: z.string(),
      /** Possible names of an ambiguous device, which fires nothing until identified. Empty if identified. */
      could: z.array(z.string()),
      profile: z.string(),
      trouble: z.string(),
      /** Null for an ambiguous device, except the one used last. */
      last: ControlName.nullable(),
      page: PageNumber,
      pages: PageNumber,
      /** Faders and knobs count a tenth of each movement. */
      fine: z.boolean(),
      /** From 0 to 1; null if the desk cannot change the brightness. */
      brightness: z.number().nullable(),
      /** The displays are dark after long inactivity; the first press only lights them. */
      asleep: z.boolean(),
    }),
  ),
  /** Faders that have not yet passed the value they would change. */
  waiting: z.array(Control.extend({ stands: z.number(), value: z.number() })),
});
export type ControllersView = z.infer<typeof ControllersView>;

export const noControllers: ControllersView = {
  learning: false,
  testing: null,
  trouble: null,
  devices: [],
  waiting: [],
};

export const controllerMembers = { controllers: ControllersView, mappedControls: z.array(ControllerBinding) };

/** A sub-composition's address or a cue's id, selected by an operator or next in a rundown; pages follow it. */
export const Selected = z.union([z.strictObject({ subComposition: z.string() }), z.strictObject({ cue: z.string() })]);
export type Selected = z.infer<typeof Selected>;

export const controllerCalls = {
  /** Waits 15 s for a control not in `ignore`, which then fires nothing. Null after that, or if learning stops. */
  learnControl: edit(z.object({ ignore: z.array(Control).max(200).optional() }), LearnedControl.nullable()),
  stopLearning: ask(z.object({})),
  /**
   * Stops all controls from firing; {@link ControllersView} shows their effect, and page controls still work. Ends a
   * minute after the last use, with the last screen, or when the show is locked; another call extends it. Errors: as
   * `mapControl`.
   */
  testControls: edit(z.object({})),
  stopTesting: ask(z.object({})),
  /** Identifies an ambiguous device until unplugged; null rejects all names. Errors: as `mapControl`; not ambiguous. */
  nameDevice: ask(z.object({ device: z.string(), is: z.string().nullable() })),
  /** Replaces the previous mapping. Errors: `call-invalid` if the desk has no controller driver. */
  mapControl: edit(ControllerBinding),
  /** Lights all lamps for two seconds. Errors: as `mapControl`, and if the device does not exist. */
  testLamps: ask(Control.pick({ device: true })),
  /** Returns each known or mapped control; screens poll it as often as they draw. Errors: as `testLamps`. */
  pictureDevice: ask(Control.pick({ device: true }), z.array(PicturedControl)),
  /** Saved for the next time the device is plugged in. Errors: as `testLamps`. */
  setBrightness: ask(DeviceBrightness),
  /** Opens the first page with a control for the selection, on each device without a held page. Never refused. */
  followSelection: ask(Selected),
  unmapControl: edit(ControlOnPage),
};
