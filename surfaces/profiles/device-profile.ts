import { z } from 'zod';
import { EncoderKind, type LampState } from '../../contract/desk-api/controller.ts';
import { Byte, Controls, expand, isAmong, Message, messageBytes, partsOf, sentBy } from './profile-messages.ts';
import { type Rhythmic, rhythmic } from '../midi/rhythm.ts';

/** The light around a knob. `v` goes from `from` to `to` with the value. */
const Ring = z.strictObject({ controls: Controls, send: Message, from: Byte, to: Byte, off: Message });

/** Faders that move by themselves. `touch` are the controls that tell that a hand is on each of them, in the same order. */
const Motor = z.strictObject({ controls: Controls, send: Message, touch: Controls.optional() });

/** A line of a display. `n` of the message is `at` for the first display, and grows by `every` to the next one. */
const Line = z.strictObject({ send: Message, at: Byte, every: z.int().min(0).max(127) });

/** Displays in a row, each above some controls. It shows the first of them that has something to show. */
const Displays = z.strictObject({
  /** The controls of each display, in the order of the displays. */
  of: z.array(Controls).min(1),
  /** How many letters a line has. Only those of ASCII are sent. */
  letters: z.int().min(1).max(40),
  name: Line,
  /** The tally. */
  word: Line.optional(),
  /** The colors of all displays in one message, in the place of `text`: one byte for what is on air, what has failed, and all else. */
  colors: z.strictObject({ send: Message, onAir: Byte, failed: Byte, else: Byte }).optional(),
});
export type Displays = z.infer<typeof Displays>;

/** Controls beside each other in the picture of a device, from left to right, or a gap as wide as so many. */
const Pictured = z.union([
  z.strictObject({ buttons: Controls }),
  z.strictObject({
    knobs: Controls,
    /** How they count; absent for knobs with ends. */
    counts: EncoderKind.optional(),
  }),
  z.strictObject({ faders: Controls }),
  z.strictObject({ gap: z.int().min(1).max(32) }),
]);

/**
 * What a lamp is sent for each state. It must go out, and it must tell what is on air. A state that has no message of its own has the light of
 * what is on air in its rhythm ({@link rhythms}); OUT is dark then.
 */
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
    /** The states whose own message is lit in their rhythm too: the color alone tells them not from others. */
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

/** What a lamp can be asked to show. */
const shownStates = ['out', 'onAir', ...rhythmic] as const;

function isOnAir(state: LampState): boolean {
  return state === 'onAir' || state === 'requestedOnAir' || state === 'failedOnAir';
}

/** The name of a port, in which `*` stands for any text. */
const PortName = z.string().min(3).max(100);
/** One name in both directions, or the names of an input and of the output that belongs to it. */
const Port = z.union([PortName, z.strictObject({ in: PortName, out: PortName })], {
  error:
    'expected the name of a port, or those of an input and an output, such as { "in": "Box Out", "out": "Box In" }',
});

const text = z.string().min(1).max(300);
/** A document in which facts of a profile stand. */
const Source = z
  .strictObject({
    document: text,
    version: text.optional(),
    /** Where in it, as it counts or names them. */
    pages: text.optional(),
    section: text.optional(),
    /** Which facts it does not have, or nobody has looked up in it, and where they are from. */
    secondHand: text.optional(),
  })
  .refine(({ pages, section, secondHand }) => pages ?? section ?? secondHand, {
    error: 'expected pages, section or secondHand',
  });

const ofItsMaker = ['the software of its maker'];
/** Messages that a device takes in each second where its profile does not say so: 16 in each packet of USB, one packet in each millisecond. */
const paceOfUsb = 16_000;

/** A kind of device as data: by what it is known, and how its lamps are lit. */
export const DeviceProfile = z
  .strictObject({
    name: z.string().min(1).max(100),
    /** Where its facts are from. */
    source: z.array(Source).min(1),
    /** A device has this profile if its input or its output has one of these names. */
    ports: z.array(Port).min(1, { error: 'expected at least one name of a port' }),
    /** The programs that use to open it too, by their names; where none is known it is the software of its maker. */
    alsoOpenedBy: z.array(z.string().min(1).max(100)).min(1).default(ofItsMaker),
    /** How many messages it takes in each second. */
    pace: z.int().min(50).max(paceOfUsb).default(paceOfUsb),
    /** What it is sent when its output is opened, such as the message that puts it into the mode of these facts. */
    hello: z.array(Message).default([]),
    /** What it is sent when the desk ends, after its lamps have gone out. */
    goodbye: z.array(Message).default([]),
    /** Its lamps. The first entry that names a control counts; a control that none names has no lamp. */
    lamps: z.array(
      z.strictObject({
        controls: Controls,
        /** Others with the same. */
        also: z.array(Controls).default([]),
        lamp: Lamp,
      }),
    ),
    /**
     * The controls of each layer, where a control of one layer shares its lamp with one of another. The first layer is the selected one after
     * `hello`, and then the one whose control was used last.
     */
    layers: z.array(z.array(Controls).min(1)).default([]),
    rings: z.array(Ring).default([]),
    motors: z.array(Motor).default([]),
    displays: z.array(Displays).default([]),
    /** How bright its lamps are: a message in which `v` goes from 0 to 127, or the status bytes that `b` stands for, the darkest first. */
    brightness: z
      .union([Message, z.array(z.string().regex(/^[89ABE][\dA-F]$/)).min(2)], {
        error: 'expected a message with v, or at least two status bytes such as ["90", "96"]',
      })
      .optional(),
    /** Its controls as they lie before the operator: by rows, from top to bottom. */
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

/** Any other device: most light what is sent back to them. */
export const genericProfile: DeviceProfile = {
  name: 'MIDI controller',
  source: [],
  ports: [],
  hello: [],
  goodbye: [],
  pace: paceOfUsb,
  alsoOpenedBy: ofItsMaker,
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

/** Whether a device whose input or output has this name has a profile. */
export function hasProfile({ ports }: Pick<DeviceProfile, 'ports'>, device: string): boolean {
  return ports.some((port) => {
    if (typeof port === 'string') return matches(port, device);
    return matches(port.in, device) || matches(port.out, device);
  });
}

/** Whether an output with another name belongs to an input. */
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

/** The controls of a profile that have a lamp. That a device has some, nobody knows of the profile for any device. */
export function allControls({ lamps, ports }: DeviceProfile): string[] {
  if (ports.length === 0) return [];
  return lamps.flatMap(({ controls, also }) => [controls, ...also].flatMap(expand));
}

/** How a lamp shows a state: what it is sent, and for a rhythm, what it is sent while it is dark in it. */
export interface Look {
  bytes: number[];
  rhythm?: { of: Rhythmic; dark: number[] };
}

/** How the lamp of a control shows a state, with a brightness from 0 to 1; undefined if the control has no lamp. */
export function lookOf(
  profile: Pick<DeviceProfile, 'lamps' | 'brightness'>,
  { control, state, brightness = 1 }: { control: string; state: LampState; brightness?: number | undefined },
): Look | undefined {
  const lamp = lampOf(profile, control);
  if (!lamp) return undefined;
  const places = { ...sentBy(control), bright: brightStatus(profile, brightness) };
  const { message, rhythm } = shownBy(lamp, state);
  const bytes = messageBytes(message, places);
  return rhythm ? { bytes, rhythm: { of: rhythm, dark: messageBytes(lamp.off, places) } } : { bytes };
}

/** The state that the lamp of a control shows for one; `off` if it is dark for it. */
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

/** The status byte for a brightness from 0 to 1. */
function brightStatus({ brightness: levels }: Pick<DeviceProfile, 'brightness'>, brightness: number): number {
  if (!Array.isArray(levels)) return 0;
  return parseInt(levels[Math.round(brightness * (levels.length - 1))] ?? '', 16);
}
