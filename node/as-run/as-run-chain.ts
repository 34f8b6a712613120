import { hash } from 'node:crypto';
import { AsRunEntry, type AsRunLine } from '../../contract/desk-api/as-run.ts';

/** The end of the log: the number of the last line (0 if none) and its hash (empty if none). */
export interface ChainEnd {
  seq: number;
  hash: string;
}

/** A row of the database. `text` is the JSON of an {@link AsRunEntry}, `hash` its SHA-256, `at` its time. */
export interface LogRow extends ChainEnd {
  at: string;
  text: string;
}

/** The row after another: its number, and the hash that it has of the other; undefined if unknown. */
export interface NextRow {
  seq: number;
  before: string | undefined;
}

export const chainStart: ChainEnd = { seq: 0, hash: '' };

export function chained(lines: readonly AsRunLine[], end: ChainEnd): LogRow[] {
  return lines.map((line) => {
    const seq = end.seq + 1;
    // Numbers first, for people who read the database.
    const text = JSON.stringify({ seq, before: end.hash, ...line });
    const row = { seq, at: line.at, hash: hashOf(text), text };
    end = row;
    return row;
  });
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Undefined if the text is not that of a line. */
export function entryOf({ text }: LogRow): AsRunEntry | undefined {
  try {
    return AsRunEntry.safeParse(JSON.parse(text)).data;
  } catch {
    // `breaksAt` reports the line as changed.
    return undefined;
  }
}

/** The errors in a row, and between it and the next row. */
export function breaksAt({ seq, at, hash, text }: LogRow, entry: AsRunEntry | undefined, next: NextRow): string[] {
  const problems = next.seq > seq + 1 ? [`${lines(seq + 1, next.seq - 1)} cut out.`] : [];
  const isWhole = entry?.seq === seq && entry.at === at && hashOf(text) === hash;
  const isFollowed = next.seq !== seq + 1 || (next.before ?? hash) === hash;
  return isWhole && isFollowed ? problems : [...problems, `line ${seq} was changed after it was written.`];
}

/** `line 5 is`, `lines 5 to 7 are`. */
export function lines(from: number, to: number): string {
  return from === to ? `line ${from} is` : `lines ${from} to ${to} are`;
}
