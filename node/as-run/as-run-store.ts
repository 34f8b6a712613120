import { texts } from '../../contract/texts/texts.ts';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AsRunLine, AsRunPage } from '../../contract/desk-api/as-run.ts';
import { errorIn } from '../../contract/errors.ts';
import {
  chained,
  type ChainEnd,
  chainStart,
  type LogRow,
  readLog,
  type ReadPage,
  type ReadRequest,
  searchLog,
  type SearchRequest,
} from './as-run-search.ts';

/** SQLite result codes, without their extensions. */
const diskFull = 13;
const damaged = [11, 26];

/** Lines removed per write, so that a new limit holds up no write for long. */
const removedAtOnce = 1_000;

/** AUTOINCREMENT remembers the number of the last line, also if that line is removed. */
const schema = `
  CREATE TABLE IF NOT EXISTS lines (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    hash TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS lines_by_time ON lines (at);`;

/** The lines of which the log in this directory has none of the same press. Of a log that cannot be read, all. */
export function withoutStored(directory: string, lines: readonly AsRunLine[]): AsRunLine[] {
  const file = join(directory, 'as-run.db');
  if (lines.length === 0 || !existsSync(file)) return [...lines];
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const stored = database.prepare('SELECT text FROM lines WHERE at = ?');
    const isStored = (line: AsRunLine): boolean =>
      stored.all(line.at).some(({ text }) => pressOf(JSON.parse(String(text)) as AsRunLine) === pressOf(line));
    return lines.filter((line) => !isStored(line));
  } catch {
    // The troubles of the log report the database.
    return [...lines];
  }
}

function pressOf({ at, app, trigger, kind, action, items }: AsRunLine): string {
  return JSON.stringify([at, app?.key, trigger, kind, action, items]);
}

/**
 * The database of the as-run log. Its calls wait for the disk, so they belong in a thread. Each throws if the disk
 * fails; the next call opens the database again. A damaged database is kept aside, and a new one begins.
 */
export class AsRunStore {
  readonly #file: string;
  readonly #onDamage: (what: string) => void;
  #open: { database: DatabaseSync; inode: bigint | undefined } | undefined;
  /** The last stored line; undefined before a database is open. */
  #end: ChainEnd | undefined;
  /** A write that failed. SQLite may find its lines when it opens the database again. */
  #unsure: { hash: string; count: number } | undefined;

  /** `onDamage` gets the name of the kept database, and the reason. */
  constructor(directory: string, onDamage: (what: string) => void) {
    this.#file = join(directory, 'as-run.db');
    this.#onDamage = onDamage;
  }

  /**
   * Stores lines in one transaction with one sync, and keeps only the newest `keep` lines (null for all). Returns how
   * many of the first lines are on disk. After an error, the next call must begin with the same lines.
   */
  append = ({ lines, keep }: { lines: readonly AsRunLine[]; keep: number | null }): number =>
    this.#with((database, end) => {
      if (this.#unsure?.hash === end.hash) {
        // SQLite read these lines back, but the sync of the write may have failed.
        database.exec('PRAGMA wal_checkpoint(FULL)');
        const { count } = this.#unsure;
        this.#unsure = undefined;
        return count;
      }
      const rows = chained(lines, end);
      const last = rows.at(-1) ?? end;
      this.#unsure = { hash: last.hash, count: rows.length };
      write(database, rows, keep === null ? 0 : last.seq - keep);
      this.#unsure = undefined;
      this.#end = last;
      return rows.length;
    });

  search = (request: SearchRequest): AsRunPage => this.#with((database, end) => searchLog(database, end, request));

  read = (request: ReadRequest): ReadPage => this.#with((database, end) => readLog(database, end, request));

  close = (): void => {
    this.#open?.database.close();
    this.#open = undefined;
  };

  #with<Result>(run: (database: DatabaseSync, end: ChainEnd) => Result): Result {
    const open = (): Result => run(this.#opened(), this.#end ?? chainStart);
    try {
      return open();
    } catch (error) {
      const code = codeOf(error);
      // A full disk can still be read, but may have no room for what SQLite needs to open its files again.
      if (code !== diskFull) this.close();
      if (!damaged.includes(code)) throw error;
      this.#setAside(errorIn(error).message);
      return open();
    }
  }

  #opened(): DatabaseSync {
    // SQLite would write on into a file that was removed or replaced.
    if (this.#open && this.#open.inode === inodeOf(this.#file)) return this.#open.database;
    this.close();
    // SQLite would delete a log without its database.
    if (sizeOf(this.#file) === 0 && sizeOf(`${this.#file}-wal`) > 0) this.#setAside(texts.log.databaseGone);
    const database = openDatabase(this.#file);
    this.#open = { database, inode: inodeOf(this.#file) };
    const stored = endOf(database);
    if (!this.#end || stored.seq > this.#end.seq) this.#end = stored;
    return database;
  }

  /** Never replaces a file that was kept before. */
  #setAside(reason: string): void {
    const sides = ['', '-wal', '-shm', '-journal'];
    const kept = (nth: number): string => join(dirname(this.#file), `as-run-damaged-${nth}.db`);
    let nth = 1;
    while (sides.some((side) => existsSync(kept(nth) + side))) nth++;
    for (const side of sides) if (existsSync(this.#file + side)) renameSync(this.#file + side, kept(nth) + side);
    this.#end = undefined;
    this.#unsure = undefined;
    this.#onDamage(`${basename(kept(nth))} (${reason})`);
  }
}

/** Also removes lines up to the number `removed`. */
function write(database: DatabaseSync, rows: readonly LogRow[], removed: number): void {
  const insert = database.prepare('INSERT INTO lines (seq, at, hash, text) VALUES (?, ?, ?, ?)');
  const oldest = `SELECT seq FROM lines WHERE seq <= ? ORDER BY seq LIMIT ${removedAtOnce}`;
  try {
    database.exec('BEGIN IMMEDIATE');
    for (const { seq, at, hash, text } of rows) insert.run(seq, at, hash, text);
    if (removed > 0) database.prepare(`DELETE FROM lines WHERE seq IN (${oldest})`).run(removed);
    database.exec('COMMIT');
  } catch (error) {
    // SQLite rolls some errors back by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** The number counts lines that were cut off; the hash is that of the last line that is there. */
function endOf(database: DatabaseSync): ChainEnd {
  const sql = `SELECT max(coalesce(max(seq), 0), coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'lines'), 0)) AS seq,
    coalesce((SELECT hash FROM lines ORDER BY seq DESC LIMIT 1), '') AS hash FROM lines`;
  return database.prepare(sql).get() as unknown as ChainEnd;
}

/** Each commit syncs, on macOS by `fullfsync`. */
function openDatabase(file: string): DatabaseSync {
  const directory = dirname(file);
  const made = mkdirSync(directory, { recursive: true });
  syncNames(directory, dirname(made ?? directory));
  // SQLite gives its other files the mode of this file.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  try {
    // Works only before the first table, and writes.
    if (sizeOf(file) === 0) database.exec('PRAGMA auto_vacuum = FULL');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = EXTRA');
    database.exec(`PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; ${schema}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Syncs the names in a directory and in its parents, up to `top`. */
function syncNames(directory: string, top: string): void {
  // Windows syncs names by itself and cannot open a directory.
  if (process.platform === 'win32') return;
  const names = openSync(directory, 'r');
  fsyncSync(names);
  closeSync(names);
  if (directory !== top) syncNames(dirname(directory), top);
}

function inodeOf(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Zero for errors that are not of SQLite. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 255 : 0;
}
