import { z } from 'zod';
import { EncoderKind, type LampState } from '../../../contract/desk-api/controller.ts';

/** A byte of data in a message, with the space before it. */
const dataByte = String.raw`(?: (?:[0-7][\dA-F]|n(?:[+-][\dA-F]{2})?|v|lo|hi))`;
const wholeMessage = String.raw`(?:(?:s|[89ABE][\dA-F])${dataByte}{2}|[CD][\dA-F]${dataByte}|F0(?:${dataByte}| text)* F7)`;
/** Words that are whole messages. A device that is sent half of one waits for the rest, or takes what comes next for it. */
const wholeMessages = new RegExp(`^${wholeMessage}(?: ${wholeMessage})*$`);

/**
 * What is sent to a device, as bytes in hexadecimal. `n` is the number of the control, `n+0C` and `n-0C` one that lies so far from it,
 * and `s` the status byte that the control itself sends: `s n 7F`, `F0 00 20 6B 7F 42 02 00 10 n+4C 01 F7`. Where a value is sent, `v` is
 * the value, `lo` and `hi` its lower and upper 7 of 14 bits; where words are sent, `text` is their letters.
 */
const Message = z
  .string()
  .regex(/^(?:s|[\dA-F]{2})(?: (?:[\dA-F]{2}|n(?:[+-][\dA-F]{2})?|v|lo|hi|text))*$/, {
    error: 'expected bytes in hexadecimal with n for the number of the control, such as 90 n 7F',
    abort: true,
  })
  .regex(wholeMessages, {
    error: 'expected whole MIDI messages: two bytes up to 7F after 80 to EF, one after C0 to DF, or F0 to F7',
  });

/** Controls of one kind: `note 1/0-63`, `cc 1/91`, `bend 1-8`. */
const Controls = z
  .string()
  .regex(/^(?:(?:note|cc) (?:1[0-6]|[1-9])\/\d{1,3}(?:-\d{1,3})?|bend \d{1,2}(?:-\d{1,2})?)$/, {
    error: 'expected controls such as note 1/0-63, cc 1/91 or bend 1-8',
    abort: true,
  })
  .refine(isThere, { error: 'expected the lower number first, and none above 127, or 16 for bend' });

function isThere(controls: string): boolean {
  const { kind, first, last } = partsOf(controls);
  return first <= last && last <= (kind === 'bend' ? 16 : 127) && (kind !== 'bend' || first > 0);
}

/** A byte of data as hexadecimal. */
const Byte = z.string().regex(/^[0-7][\dA-F]$/, { error: 'expected a byte in hexadecimal up to 7F' });

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

/** What a lamp is sent for each state. It must go out, and it must tell what is on air. */
const Lamp = z.strictObject({
  off: Message,
  out: Message.optional(),
  cued: Message.optional(),
  requested: Message.optional(),
  onAir: Message,
  requestedOnAir: Message.optional(),
  failed: Message.optional(),
  failedOnAir: Message.optional(),
  unknown: Message.optional(),
} satisfies Record<LampState, z.ZodType>);

/**
 * The state that is shown in place of one that a lamp does not have, so that a lamp with one color still tells what is on air.
 */
const nearest: Readonly<Record<Exclude<LampState, 'off'>, LampState>> = {
  ...{ out: 'off', cued: 'out', requested: 'out', onAir: 'off', requestedOnAir: 'onAir' },
  ...{ failed: 'out', failedOnAir: 'onAir', unknown: 'out' },
};

const ofItsMaker = ['the software of its maker'];

/** A kind of device as data: by what it is known, and how its lamps are lit. */
export const DeviceProfile = z.strictObject({
  name: z.string().min(1).max(100),
  /** Where its facts are from. */
  source: z.string().min(1).max(500),
  /** A device has this profile if the name of its port is one of these, in which `*` stands for any text. */
  ports: z.array(z.string().min(3).max(100)).min(1, { error: 'expected at least one name of a port' }),
  /** The programs that use to open it too, by their names; where none is known it is the software of its maker. */
  alsoOpenedBy: z.array(z.string().min(1).max(100)).min(1).default(ofItsMaker),
  /** What it is sent when its output is opened, such as the message that puts it into the mode of these facts. */
  hello: z.array(Message).default([]),
  /** What it is sent when the desk ends, after its lamps have gone out. */
  goodbye: z.array(Message).default([]),
  /** Its lamps. The first entry that names a control counts; a control that none names has no lamp. */
  lamps: z.array(z.strictObject({ controls: Controls, lamp: Lamp })),
  rings: z.array(Ring).default([]),
  motors: z.array(Motor).default([]),
  displays: z.array(Displays).default([]),
  /** How bright its lamps are. `v` goes from 0 to 127. */
  brightness: Message.optional(),
  /** Its controls as they lie before the operator: by rows, from top to bottom. */
  picture: z.array(z.array(Pictured)).default([]),
});
export type DeviceProfile = z.infer<typeof DeviceProfile>;

/** Any other device: most light what is sent back to them. */
export const genericProfile: DeviceProfile = {
  ...{ name: 'MIDI controller', source: 'What most controllers do', ports: [], hello: [], goodbye: [] },
  ...{ alsoOpenedBy: ofItsMaker, rings: [], motors: [], displays: [], picture: [] },
  lamps: (['note', 'cc'] as const).flatMap((kind) =>
    Array.from({ length: 16 }, (_, place) => ({
      controls: `${kind} ${place + 1}/0-127`,
      lamp: { off: 's n 00', onAir: 's n 7F' },
    })),
  ),
};

/** Whether a device with this name has a profile. */
export function hasProfile({ ports }: Pick<DeviceProfile, 'ports'>, device: string): boolean {
  return ports.some((port) => {
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
  });
}

/** A control by its parts, or several in a row. What a channel has once is counted by its channel. */
function partsOf(control: string): { kind: string; channel: number; first: number; last: number } {
  const [, kind = '', channel = '', first = '', last = first] =
    /^(\w+) (?:(\d+)\/)?(\d+)(?:-(\d+))?$/.exec(control) ?? [];
  return { kind, channel: Number(channel === '' ? first : channel), first: Number(first), last: Number(last) };
}

/** The names of some controls in a row. */
export function expand(controls: string): string[] {
  const { first, last } = partsOf(controls);
  const start = controls.replace(/\d+(?:-\d+)?$/, '');
  return Array.from({ length: last - first + 1 }, (_, place) => `${start}${first + place}`);
}

/** What a control sends: its status byte, and its number. */
export function sentBy(control: string): { status: number; number: number } {
  const { kind, channel, first } = partsOf(control);
  const upper = kind === 'note' ? 0x90 : kind === 'bend' ? 0xe0 : 0xb0;
  return { status: upper | (channel - 1), number: first };
}

/** The controls of a profile that have a lamp. That a device has some, nobody knows of the profile for any device. */
export function allControls({ lamps, ports }: DeviceProfile): string[] {
  if (ports.length === 0) return [];
  return lamps.flatMap(({ controls }) => expand(controls));
}

/** The bytes that make the lamp of a control show a state; undefined if the control has no lamp. */
export function lampBytes(profile: DeviceProfile, control: string, state: LampState): number[] | undefined {
  const { kind, channel, first: number } = partsOf(control);
  const entry = profile.lamps.find(({ controls }) => {
    const range = partsOf(controls);
    return range.kind === kind && range.channel === channel && range.first <= number && number <= range.last;
  });
  if (!entry) return undefined;
  return messageBytes(messageFor(entry.lamp, state), sentBy(control));
}

/** What a lamp is sent for a state, or for the nearest one that it has. */
function messageFor(lamp: z.infer<typeof Lamp>, state: LampState): string {
  if (state === 'off') return lamp.off;
  return lamp[state] ?? messageFor(lamp, nearest[state]);
}

/** What stands for the places of a message. */
interface Places {
  status?: number;
  number?: number;
  /** From 0 to 127 for `v`, and from 0 to 16,383 for `lo` and `hi`. */
  value?: number;
  /** Bytes below 128. */
  text?: readonly number[];
}

/** The bytes of a message. */
export function messageBytes(message: string, { status = 0, number = 0, value = 0, text = [] }: Places = {}): number[] {
  return message.split(' ').flatMap((word) => {
    switch (word) {
      case 's':
        return status;
      case 'v':
      case 'lo':
        return value & 0x7f;
      case 'hi':
        return value >> 7;
      case 'text':
        return text;
    }
    const [, sign = '+', by = '0'] = /^n([+-])?(\w+)?$/.exec(word) ?? [];
    if (!word.startsWith('n')) return parseInt(word, 16);
    const offset = parseInt(by, 16);
    return (sign === '+' ? number + offset : number - offset) & 0x7f;
  });
}
