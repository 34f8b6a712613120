import { hash } from 'node:crypto';
import { AsRunEntry, type AsRunLine } from '../../contract/desk-api/as-run.ts';

/** The end of the log: the last line number (0 if none), and the hash for the next line. */
export interface ChainEnd {
  seq: number;
  /** Empty if the log has no lines. */
  hash: string;
}

export const chainStart: ChainEnd = { seq: 0, hash: '' };

export function chained(line: AsRunLine, end: ChainEnd): { text: string; end: ChainEnd } {
  const seq = end.seq + 1;
  // Numbers first, for people who read the file.
  const text = JSON.stringify({ seq, before: end.hash, ...line });
  return { text, end: { seq, hash: hashOf(Buffer.from(text)) } };
}

/** The hash by which the next line refers to this line. */
export function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url');
}

/** Undefined if the line cannot be read. */
export function entryOf(bytes: Buffer): AsRunEntry | undefined {
  try {
    // Older desks wrote the action as `asked`.
    const { asked, ...line } = JSON.parse(bytes.toString()) as { asked?: unknown };
    return AsRunEntry.safeParse({ action: asked, ...line }).data;
  } catch {
    // The search reports an unreadable line with its place.
    return undefined;
  }
}

export interface ReadLine {
  bytes: Buffer;
  entry: AsRunEntry | undefined;
  file: string;
}

/** The error between two consecutive lines; undefined if none, or if it cannot be checked. */
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
