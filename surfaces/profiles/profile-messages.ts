import { z } from 'zod';

const dataByte = String.raw`(?: (?:[0-7][\dA-F]|n(?:[+-][\dA-F]{2})?|v|lo|hi))`;
const wholeMessage = String.raw`(?:(?:s|b|[89ABE][\dA-F])${dataByte}{2}|[CD][\dA-F]${dataByte}|F0(?:${dataByte}| text)* F7)`;
/** Whole messages only: a device that gets half of a message waits for the rest or swallows the next. */
const wholeMessages = new RegExp(`^${wholeMessage}(?: ${wholeMessage})*$`);

/**
 * A message to a device as hexadecimal bytes. `n`: the control's number, `n+0C` and `n-0C` with an offset; `s`: the
 * control's own status byte; `b`: the status byte of the brightness; `v`: the value; `lo`, `hi`: its 7-bit halves;
 * `text`: letters. Examples: `s n 7F`, `F0 00 20 6B 7F 42 02 00 10 n+4C 01 F7`.
 */
export const Message = z
  .string()
  .regex(/^(?:s|b|[\dA-F]{2})(?: (?:b|[\dA-F]{2}|n(?:[+-][\dA-F]{2})?|v|lo|hi|text))*$/, {
    error: 'expected bytes in hexadecimal with n for the number of the control, such as 90 n 7F',
    abort: true,
  })
  .regex(wholeMessages, {
    error: 'expected whole MIDI messages: two bytes up to 7F after 80 to EF, one after C0 to DF, or F0 to F7',
  });

/** Controls of one kind: `note 1/0-63`, `cc 1/91`, `bend 1-8`. */
export const ControlMessages = z
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

export const HexByte = z.string().regex(/^[0-7][\dA-F]$/, { error: 'expected a byte in hexadecimal up to 7F' });

interface ControlRange {
  kind: string;
  channel: number;
  first: number;
  last: number;
}

/** One control or a range, by its parts. A control without a number is counted by its channel. */
export function partsOf(control: string): ControlRange {
  const [, kind = '', channel = '', first = '', last = first] =
    /^(\w+) (?:(\d+)\/)?(\d+)(?:-(\d+))?$/.exec(control) ?? [];
  return { kind, channel: Number(channel === '' ? first : channel), first: Number(first), last: Number(last) };
}

export function isAmong(controls: string, one: ControlRange): boolean {
  const range = partsOf(controls);
  const isOfKind = range.kind === one.kind && (range.kind === 'bend' || range.channel === one.channel);
  return isOfKind && range.first <= one.first && one.first <= range.last;
}

export function expand(controls: string): string[] {
  const { first, last } = partsOf(controls);
  const start = controls.replace(/\d+(?:-\d+)?$/, '');
  return Array.from({ length: last - first + 1 }, (_, place) => `${start}${first + place}`);
}

export function sentBy(control: string): { status: number; number: number } {
  const { kind, channel, first } = partsOf(control);
  const upper = kind === 'note' ? 0x90 : kind === 'bend' ? 0xe0 : 0xb0;
  return { status: upper | (channel - 1), number: first };
}

export interface Places {
  status?: number;
  number?: number;
  /** `v`: 0 to 127; `lo` and `hi`: 0 to 16,383. */
  value?: number;
  /** Bytes below 128. */
  text?: readonly number[];
  bright?: number;
}

export function messageBytes(
  message: string,
  { status = 0, number = 0, value = 0, text = [], bright = 0 }: Places = {},
): number[] {
  return message.split(' ').flatMap((word) => {
    switch (word) {
      case 's':
        return status;
      case 'b':
        return bright;
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
