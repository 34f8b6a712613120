import { DataProblem } from './data-problem.ts';

/** A text as it came. */
export interface EncodedText {
  bytes: Uint8Array;
  /** The encoding that came with it, such as that of a `content-type`. */
  charset?: string | undefined;
}

const byteOrderMarks: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The lowest of their first bytes. */
const leastMark = Math.min(...byteOrderMarks.map(([, [first = 0]]) => first));

/** `<`, with which every XML text begins. */
const openBracket = 0x3c;
/** How far (bytes) the declaration of an XML text reaches. */
const longestDeclaration = 200;

/**
 * Decodes a text by its byte order mark, else as the operator chose, else by the encoding that came with it, else by its
 * XML declaration, else as UTF-8. Nothing is guessed and nothing replaced: throws a {@link DataProblem} that names the
 * first wrong byte.
 */
export function decodeText({ bytes, charset }: EncodedText, chosen?: string): string {
  const encoding = markedEncoding(bytes) ?? chosen ?? charset ?? xmlEncoding(bytes) ?? 'utf-8';
  const text = decoded(bytes, encoding);
  const zero = text.indexOf('\0');
  if (zero === -1) return text;
  const where = `Character ${zero + 1}, in line ${lineAt(text, zero)},`;
  throw new DataProblem(`${where} is a zero. This is UTF-16 without a byte order mark, or no text at all.`);
}

function decoded(bytes: Uint8Array, encoding: string): string {
  const decoder = strictDecoder(encoding);
  try {
    return decoder.decode(bytes);
  } catch {
    // Node does not say which byte it was.
    const at = firstWrongByte(bytes, encoding);
    const line = bytes.subarray(0, at).reduce((lines, byte) => (byte === 0x0a ? lines + 1 : lines), 1);
    throw new DataProblem(
      `Byte ${at + 1}, in line ${line}, is no ${encoding.toUpperCase()}. Save the text as UTF-8, or choose its encoding.`,
    );
  }
}

/** To make one costs more than to decode a small text, and nearly all texts are of this encoding. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function strictDecoder(encoding: string): TextDecoder {
  if (encoding === 'utf-8') return strictUtf8;
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new DataProblem(`The text says that its encoding is ${encoding.slice(0, 40)}, which is not known.`);
  }
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  // Almost no text has one.
  if ((bytes[0] ?? 0) < leastMark) return undefined;
  return byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
}

function xmlEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== openBracket) return undefined;
  const start = String.fromCharCode(...bytes.subarray(0, longestDeclaration));
  const named = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
  // What can be read byte by byte up to here is not UTF-16, whatever it says; some programs always say so.
  return named === undefined || /^utf-?16/i.test(named) ? undefined : named;
}

/** Halves the bytes until it has the longest beginning that is right. */
function firstWrongByte(bytes: Uint8Array, encoding: string): number {
  let [good, bad] = [0, bytes.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (beginning(bytes.subarray(0, middle), encoding) === undefined) bad = middle;
    else good = middle;
  }
  // A character of UTF-8 that is not finished is wrong from its first byte on, although its second one shows it.
  const whole = beginning(bytes.subarray(0, good), encoding) ?? '';
  return encoding.toLowerCase() === 'utf-8' ? new TextEncoder().encode(whole).length : good;
}

/** The whole characters of the beginning of a text, with its byte order mark; undefined if something is wrong in it. */
function beginning(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    // That is the question.
    return undefined;
  }
}

/** The line of a position in a text, counted from 1. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
