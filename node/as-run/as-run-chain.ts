import { hash } from 'node:crypto';
import { AsRunEntry, type AsRunLine } from '../../contract/desk-api/as-run.ts';

/**
 * The end of the log: the number of the last line (0 if none is numbered), and the hash that the next line refers to.
 */
export interface ChainEnd {
  seq: number;
  /** Empty if there is no line. */
  hash: string;
}

/** The end of an empty log. */
export const chainStart: ChainEnd = { seq: 0, hash: '' };

/** A line as it is stored, without its line feed, and the new end of the log. */
export function chained(line: AsRunLine, end: ChainEnd): { text: string; end: ChainEnd } {
  const seq = end.seq + 1;
  // The numbers come first, where a person looking into the file sees them.
  const text = JSON.stringify({ seq, before: end.hash, ...line });
  return { text, end: { seq, hash: hashOf(Buffer.from(text)) } };
}

/** The hash by which the next line refers to a line. */
export function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url');
}

/** The line in these bytes; undefined if there is none. */
export function entryOf(bytes: Buffer): AsRunEntry | undefined {
  try {
    // Older desks wrote the action as `asked`.
    const { asked, ...line } = JSON.parse(bytes.toString()) as { asked?: unknown };
    return AsRunEntry.safeParse({ action: asked, ...line }).data;
  } catch {
    // A line that cannot be read is reported by the search, with its place.
    return undefined;
  }
}

/** A line that was read, and its origin. */
export interface ReadLine {
  bytes: Buffer;
  entry: AsRunEntry | undefined;
  /** The name of its file, for people. */
  file: string;
}

/** What is wrong between two consecutive lines; undefined if nothing is, or nothing can be said. */
export function breakBetween(older: ReadLine, newer: ReadLine): string | undefined {
  if (!newer.entry) return undefined;
  const { seq, before } = newer.entry;
  if (seq === null || before === null) {
    return typeof older.entry?.seq !== 'number'
      ? undefined
      : `${newer.file}: after line ${older.entry.seq} comes one that no desk wrote.`;
  }
  const same = hashOf(older.bytes) === before;
  if (!older.entry) {
    return same
      ? `${older.file}: before line ${seq} comes an incomplete line. The desk or its machine stopped while writing it.`
      : `${older.file}: before line ${seq} comes something that is not a line. It is not what was there when line ${seq} was written.`;
  }
  if (same) return undefined;
  const known = older.entry.seq;
  if (known === null) return `${older.file}: the line before line ${seq} is not the one that was there.`;
  if (seq > known + 1) return `${newer.file}: ${lines(known + 1, seq - 1)} cut out.`;
  if (seq <= known) return `${newer.file}: line ${known} is followed by line ${seq}.`;
  return `${older.file}: line ${known} was changed after it was written.`;
}

/** `line 5 is`, `lines 5 to 7 are`. */
export function lines(from: number, to: number): string {
  return from === to ? `line ${from} is` : `lines ${from} to ${to} are`;
}
