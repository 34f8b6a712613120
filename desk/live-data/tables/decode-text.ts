import { texts } from '../../../contract/texts/texts.ts';
import { DataProblem } from './data-limits.ts';

export interface EncodedText {
  bytes: Uint8Array;
  charset?: string | undefined;
}

const byteOrderMarks: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const leastMark = Math.min(...byteOrderMarks.map(([, [first = 0]]) => first));

const openBracket = 0x3c;
/** Maximum bytes up to the end of an XML declaration. */
const longestDeclaration = 200;

/**
 * Encoding priority: byte order mark, operator's choice, declared charset, XML declaration, UTF-8. Never guesses or
 * replaces; throws a {@link DataProblem} that names the first wrong byte.
 */
export function decodeText({ bytes, charset }: EncodedText, chosen?: string): string {
  refuseFiles(bytes);
  const encoding = markedEncoding(bytes) ?? chosen ?? charset ?? xmlEncoding(bytes) ?? 'utf-8';
  const text = decoded(bytes, encoding);
  const zero = text.indexOf('\0');
  if (zero === -1) return text;
  const where = texts.data.character(zero + 1, lineAt(text, zero));
  throw new DataProblem(texts.data.zero(where));
}

/** Beginnings of files that are no text. Workbooks are archives, or compound files of older programs. */
const otherFiles: readonly [start: string, problem: () => string][] = [
  ['PK\x03\x04', () => texts.data.workbook],
  ['\xd0\xcf\x11\xe0', () => texts.data.workbook],
  ['%PDF-', () => texts.data.noText('PDF')],
  ['\x89PNG', () => texts.data.noText('PNG')],
];

function refuseFiles(bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, 5));
  const problem = otherFiles.find(([beginning]) => start.startsWith(beginning))?.[1];
  if (problem) throw new DataProblem(problem());
}

function decoded(bytes: Uint8Array, encoding: string): string {
  const decoder = strictDecoder(encoding);
  try {
    return decoder.decode(bytes);
  } catch {
    const at = firstWrongByte(bytes, encoding);
    const line = bytes.subarray(0, at).reduce((lines, byte) => (byte === 0x0a ? lines + 1 : lines), 1);
    throw new DataProblem(texts.data.wrongEncoding(at + 1, line, encoding.toUpperCase()));
  }
}

/** Shared: creating a decoder costs more than decoding a small text. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function strictDecoder(encoding: string): TextDecoder {
  if (encoding === 'utf-8') return strictUtf8;
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new DataProblem(texts.data.unknownEncoding(encoding.slice(0, 40)));
  }
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  if ((bytes[0] ?? 0) < leastMark) return undefined;
  return byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
}

function xmlEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== openBracket) return undefined;
  const start = String.fromCharCode(...bytes.subarray(0, longestDeclaration));
  const named = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
  // A declaration readable byte by byte cannot be UTF-16, although some programs always declare UTF-16.
  return named === undefined || /^utf-?16/i.test(named) ? undefined : named;
}

/** Binary search for the longest valid beginning. */
function firstWrongByte(bytes: Uint8Array, encoding: string): number {
  let [good, bad] = [0, bytes.length + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (beginning(bytes.subarray(0, middle), encoding) === undefined) bad = middle;
    else good = middle;
  }
  // An incomplete UTF-8 character is wrong from its first byte, although only a later byte reveals the error.
  const whole = beginning(bytes.subarray(0, good), encoding) ?? '';
  return encoding.toLowerCase() === 'utf-8' ? new TextEncoder().encode(whole).length : good;
}

/** Returns the complete characters at the start of a text, with its byte order mark; undefined if invalid. */
function beginning(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    // The bytes are not in this encoding.
    return undefined;
  }
}

export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
