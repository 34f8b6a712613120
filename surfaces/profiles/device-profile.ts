import { texts } from '../../contract/texts/texts.ts';
import { z } from 'zod';
import { EncoderKind, type LampState } from '../../contract/desk-api/controller.ts';
import {
  HexByte,
  ControlMessages,
  expand,
  isAmong,
  Message,
  messageBytes,
  partsOf,
  sentBy,
} from './profile-messages.ts';
import { type Rhythmic, rhythmic } from '../midi/rhythm.ts';

/** The light around a knob. `v` goes from `from` to `to` with the value. */
const Ring = z.strictObject({ controls: ControlMessages, send: Message, from: HexByte, to: HexByte, off: Message });

/** Motor faders. `touch`: the touch controls of each, in the same order. */
const Motor = z.strictObject({ controls: ControlMessages, send: Message, touch: ControlMessages.optional() });

/** A line of a display. `n` is `at` for the first display and grows by `every`. */
const DisplayLine = z.strictObject({ send: Message, at: HexByte, every: z.int().min(0).max(127) });

/** Displays in a row, each above some controls. A display shows its first control that has a face. */
const Displays = z.strictObject({
  /** In the order of the displays. */
  of: z.array(ControlMessages).min(1),
  /** Letters per line, ASCII only. */
  letters: z.int().min(1).max(40),
  name: DisplayLine,
  word: DisplayLine.optional(),
  /** The colors of all displays in one message, in place of `text`: one byte each for on air, failed and the rest. */
  colors: z.strictObject({ send: Message, onAir: HexByte, failed: HexByte, else: HexByte }).optional(),
});
export type Displays = z.infer<typeof Displays>;

/** Controls side by side, left to right, or a gap of that width. */
const Pictured = z.union([
  z.strictObject({ buttons: ControlMessages }),
  z.strictObject({
    knobs: ControlMessages,
    /** Absent for knobs with ends. */
    counts: EncoderKind.optional(),
  }),
  z.strictObject({ faders: ControlMessages }),
  z.strictObject({ gap: z.int().min(1).max(32) }),
]);

/** A state without a message shows the on-air light in its rhythm ({@link rhythms}); OUT is dark then. */
const Lamp = z
  .strictObject({
    off: Message,
    out: Message.optional(),
    cued: Message.optional(),
    requested: Message.optional(),
    onAir: Message,
    requestedOnAir: Message.optional(),
    failed: Message.optional(),
    failedOnAir: Message.optional(),
    unknown: Message.optional(),
    /** States with their own message that also blink, because the color alone is ambiguous. */
    blinks: z.array(z.enum(rhythmic)).default([]),
  } satisfies Record<LampState | 'blinks', z.ZodType>)
  .superRefine((lamp, { addIssue }) => {
    const seen = new Map<string, LampState>();
    for (const state of shownStates) {
      const { message, rhythm } = shownBy(lamp, state);
      const look = `${message} ${rhythm ?? ''}`;
      const same = seen.get(look);
      if (same && isOnAir(same) !== isOnAir(state)) {
        addIssue({ code: 'custom', path: [state], message: `expected something else than for ${same}` });
      }
      seen.set(look, state);
    }
  });
type Lamp = z.infer<typeof Lamp>;

const shownStates = ['out', 'onAir', ...rhythmic] as const;

function isOnAir(state: LampState): boolean {
  return state === 'onAir' || state === 'requestedOnAir' || state === 'failedOnAir';
}

/** `*` stands for any text. */
const PortName = z.string().min(3).max(100);
/** One name for both directions, or a name for each. */
const Port = z.union([PortName, z.strictObject({ in: PortName, out: PortName })], {
  error:
    'expected the name of a port, or those of an input and an output, such as { "in": "Box Out", "out": "Box In" }',
});

const text = z.string().min(1).max(300);
const ProfileSource = z
  .strictObject({
    document: text,
    version: text.optional(),
    /** As the document counts or names them. */
    pages: text.optional(),
    section: text.optional(),
    /** Facts from elsewhere, with their source. */
    secondHand: text.optional(),
  })
  .refine(({ pages, section, secondHand }) => pages ?? section ?? secondHand, {
    error: 'expected pages, section or secondHand',
  });

const ofItsMaker = (): string[] => [texts.controls.itsSoftware];
/** Default messages per second: 16 per USB packet, one packet per millisecond. */
const paceOfUsb = 16_000;

/** A kind of device as data: how to recognise it and light its lamps. */
export const DeviceProfile = z
  .strictObject({
    name: z.string().min(1).max(100),
    source: z.array(ProfileSource).min(1),
    /** The input or the output must have one of these names. */
    ports: z.array(Port).min(1, { error: 'expected at least one name of a port' }),
    /** Programs that often open the device; default: the maker's software. */
    alsoOpenedBy: z.array(z.string().min(1).max(100)).min(1).default(ofItsMaker),
    pace: z.int().min(50).max(paceOfUsb).default(paceOfUsb),
    /** Sent when the output opens, such as a mode change. */
    hello: z.array(Message).default([]),
    /** Sent when the desk ends, after the lamps are dark. */
    goodbye: z.array(Message).default([]),
    /** The first entry that names a control counts; other controls have no lamp. */
    lamps: z.array(
      z.strictObject({ controls: ControlMessages, also: z.array(ControlMessages).default([]), lamp: Lamp }),
    ),
    /** Layers that share lamps. `hello` selects the first layer; later the control used last selects its own. */
    layers: z.array(z.array(ControlMessages).min(1)).default([]),
    rings: z.array(Ring).default([]),
    motors: z.array(Motor).default([]),
    displays: z.array(Displays).default([]),
    /** A message in which `v` goes from 0 to 127, or the status bytes for `b`, darkest first. */
    brightness: z
      .union([Message, z.array(z.string().regex(/^[89ABE][\dA-F]$/)).min(2)], {
        error: 'expected a message with v, or at least two status bytes such as ["90", "96"]',
      })
      .optional(),
    /** Rows of controls, top to bottom. */
    picture: z.array(z.array(Pictured)).default([]),
  })
  .superRefine(({ lamps, brightness }, { addIssue }) => {
    const hasLevels = Array.isArray(brightness);
    for (const [at, { lamp }] of lamps.entries()) {
      if (hasLevels || !Object.values(lamp).some((sent) => typeof sent === 'string' && /\bb\b/.test(sent))) continue;
      addIssue({
        code: 'custom',
        path: ['lamps', at, 'lamp'],
        message: 'expected brightness to say what b stands for',
      });
    }
  });
export type DeviceProfile = z.infer<typeof DeviceProfile>;

/** For unknown devices: most light up when their own messages are sent back. */
export const genericProfile: DeviceProfile = {
  name: 'MIDI controller',
  source: [],
  ports: [],
  hello: [],
  goodbye: [],
  pace: paceOfUsb,
  get alsoOpenedBy() {
    return ofItsMaker();
  },
  layers: [],
  rings: [],
  motors: [],
  displays: [],
  picture: [],
  lamps: (['note', 'cc'] as const).flatMap((kind) =>
    Array.from({ length: 16 }, (_, place) => ({
      controls: `${kind} ${place + 1}/0-127`,
      also: [],
      lamp: { off: 's n 00', onAir: 's n 7F', blinks: [] },
    })),
  ),
};

export function hasProfile({ ports }: Pick<DeviceProfile, 'ports'>, device: string): boolean {
  return ports.some((port) => {
    if (typeof port === 'string') return matches(port, device);
    return matches(port.in, device) || matches(port.out, device);
  });
}

export function isPair({ ports }: Pick<DeviceProfile, 'ports'>, input: string, output: string): boolean {
  return ports.some((port) => typeof port !== 'string' && matches(port.in, input) && matches(port.out, output));
}

function matches(port: string, device: string): boolean {
  const [first = '', ...rest] = port.split('*');
  const last = rest.pop();
  if (last === undefined) return device === port;
  if (!device.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = device.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return device.length - last.length >= at && device.endsWith(last);
}

/** Controls with a lamp. The generic profile cannot know any. */
export function allControls({ lamps, ports }: DeviceProfile): string[] {
  if (ports.length === 0) return [];
  return lamps.flatMap(({ controls, also }) => [controls, ...also].flatMap(expand));
}

export interface LampMessage {
  bytes: number[];
  rhythm?: { of: Rhythmic; dark: number[] };
}

/** `brightness`: 0 to 1. Undefined if the control has no lamp. */
export function lookOf(
  profile: Pick<DeviceProfile, 'lamps' | 'brightness'>,
  { control, state, brightness = 1 }: { control: string; state: LampState; brightness?: number | undefined },
): LampMessage | undefined {
  const lamp = lampOf(profile, control);
  if (!lamp) return undefined;
  const places = { ...sentBy(control), bright: brightStatus(profile, brightness) };
  const { message, rhythm } = shownBy(lamp, state);
  const bytes = messageBytes(message, places);
  return rhythm ? { bytes, rhythm: { of: rhythm, dark: messageBytes(lamp.off, places) } } : { bytes };
}

/** The state that the lamp can show instead; `off` if the lamp is dark. */
export function shownState(profile: Pick<DeviceProfile, 'lamps'>, control: string, state: LampState): LampState {
  const lamp = lampOf(profile, control);
  return !lamp || (state === 'out' && lamp.out === undefined) ? 'off' : state;
}

function lampOf({ lamps }: Pick<DeviceProfile, 'lamps'>, control: string): Lamp | undefined {
  const parts = partsOf(control);
  return lamps.find(({ controls, also }) => [controls, ...also].some((one) => isAmong(one, parts)))?.lamp;
}

function shownBy(lamp: Lamp, state: LampState): { message: string; rhythm?: Rhythmic } {
  if (state === 'off' || state === 'onAir') return { message: lamp[state] };
  if (state === 'out') return { message: lamp.out ?? lamp.off };
  const own = lamp[state];
  if (own !== undefined && !lamp.blinks.includes(state)) return { message: own };
  return { message: own ?? lamp.onAir, rhythm: state };
}

function brightStatus({ brightness: levels }: Pick<DeviceProfile, 'brightness'>, brightness: number): number {
  if (!Array.isArray(levels)) return 0;
  return parseInt(levels[Math.round(brightness * (levels.length - 1))] ?? '', 16);
}
