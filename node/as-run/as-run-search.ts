import { texts } from '../../contract/texts/texts.ts';
import type { DatabaseSync } from 'node:sqlite';
import { AsRunEntry, type AsRunLine, type AsRunPage, type AsRunQuery } from '../../contract/desk-api/as-run.ts';
import { asRunMatch } from '../../desk/log/as-run-match.ts';
import { hash } from 'node:crypto';

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
interface NextRow {
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
function entryOf({ text }: LogRow): AsRunEntry | undefined {
  try {
    return AsRunEntry.safeParse(JSON.parse(text)).data;
  } catch {
    // `breaksAt` reports the line as changed.
    return undefined;
  }
}

/** The errors in a row, and between it and the next row. */
function breaksAt({ seq, at, hash, text }: LogRow, entry: AsRunEntry | undefined, next: NextRow): string[] {
  const problems = next.seq > seq + 1 ? [texts.log.cutOut(lines(seq + 1, next.seq - 1))] : [];
  const isWhole = entry?.seq === seq && entry.at === at && hashOf(text) === hash;
  const isFollowed = next.seq !== seq + 1 || (next.before ?? hash) === hash;
  return isWhole && isFollowed ? problems : [...problems, texts.log.changed(seq)];
}

/** `line 5 is`, `lines 5 to 7 are`. */
export function lines(from: number, to: number): string {
  return from === to ? texts.log.oneLineIs(from) : texts.log.linesAre(from, to);
}

/** UTF-16 units read per page: some tens of milliseconds, for which a write waits. */
const pageLength = 1024 * 1024;

/** `next` comes from the page before. `complete` is true if every line ever written should still exist. */
export interface SearchRequest {
  query: AsRunQuery;
  next: string | null;
  size: number;
  complete: boolean;
}
export type ReadRequest = Pick<SearchRequest, 'query' | 'next'>;
export type ReadPage = Pick<AsRunPage, 'lines' | 'next'>;

/** Newest first, with the breaks of the chain. `end` is the last line that was written. */
export function searchLog(
  database: DatabaseSync,
  end: ChainEnd,
  { query, next, size, complete }: SearchRequest,
): AsRunPage {
  const matches = asRunMatch(query);
  const { first, newer } = next === null ? beginOf(database, end, query) : placeOf(next);
  const page: AsRunPage = { lines: [], next: null, searchedTo: null, problems: [] };
  let oldest = newer;
  let read = 0;
  for (const row of rows(database, 'DESC', { first, newer })) {
    const entry = entryOf(row);
    page.problems.push(...breaksAt(row, entry, oldest));
    page.searchedTo = entry?.at ?? page.searchedTo;
    if (entry && matches(entry)) page.lines.push(entry);
    oldest = { seq: row.seq, before: entry?.before };
    read += row.text.length;
    if (page.lines.length >= size || read >= pageLength)
      return { ...page, next: [first, oldest.seq, oldest.before ?? '-'].join(':') };
  }
  if (complete && first === 0 && oldest.seq > 1)
    page.problems.push(texts.log.begins(oldest.seq, lines(1, oldest.seq - 1)));
  return page;
}

/** Oldest first. Lines written after the first page are left out. */
export function readLog(database: DatabaseSync, end: ChainEnd, { query, next }: ReadRequest): ReadPage {
  const matches = asRunMatch(query);
  const { first, newer } = next === null ? beginOf(database, end, query) : placeOf(next);
  const found: AsRunEntry[] = [];
  let read = 0;
  for (const row of rows(database, 'ASC', { first, newer })) {
    const entry = entryOf(row);
    if (entry && matches(entry)) found.push(entry);
    read += row.text.length;
    if (read >= pageLength) return { lines: found, next: `${row.seq + 1}:${newer.seq}:-` };
  }
  return { lines: found, next: null };
}

/** The oldest row to read, and the row after the newest row to read. */
interface LogPlace {
  first: number;
  newer: NextRow;
}

/** The place has every row between the first and the last of the time, so that the chain is checked without a gap. */
function beginOf(database: DatabaseSync, end: ChainEnd, { from, until }: AsRunQuery): LogPlace {
  // With `+`, SQLite uses the index of the times. Without, it walks the table from its end.
  const row = (sql: string, time: string): number | undefined =>
    // Stored times have milliseconds.
    (database.prepare(sql).get(new Date(time).toISOString())?.seq as number | null) ?? undefined;
  const first = from === undefined ? 0 : row('SELECT min(+seq) AS seq FROM lines WHERE at >= ?', from);
  const last = until === undefined ? end.seq : row('SELECT max(+seq) AS seq FROM lines WHERE at < ?', until);
  return {
    first: first ?? Infinity,
    newer: { seq: (last ?? 0) + 1, before: until === undefined ? end.hash : undefined },
  };
}

function placeOf(next: string): LogPlace {
  const [first, seq, before] = next.split(':');
  return { first: Number(first), newer: { seq: Number(seq), before: before === '-' ? undefined : before } };
}

function rows(database: DatabaseSync, order: 'ASC' | 'DESC', { first, newer }: LogPlace): Iterable<LogRow> {
  const sql = `SELECT seq, at, hash, text FROM lines WHERE seq >= ? AND seq < ? ORDER BY seq ${order}`;
  return database.prepare(sql).iterate(first, newer.seq) as unknown as Iterable<LogRow>;
}
