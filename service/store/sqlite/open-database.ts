import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { dataFiles, prepareDirectory, putInPlace, removeUnfinished, directoryUnusable } from './data-files.ts';
import { inspect } from './inspect.ts';
import { migrate } from './migrate.ts';
import { type Migration, migrations, newestVersion } from './migrations.ts';
import { openError, unreadable, inUse, isBusy, isReadOnly } from './sqlite-error.ts';

export interface OpenDatabase {
  database: DatabaseSync;
  /** When the last connection closes, SQLite writes its log into the database. */
  close(): void;
}

/** Milliseconds that a write waits for other programs, such as `user add`, which need only milliseconds. */
const waitForOthers = 2_000;

/**
 * Checks, migrates and opens the database, and locks its directory. Throws `data-unusable`, `database-unreadable`,
 * `database-newer`, `database-older` or `database-in-use` before writing to an unsuitable database.
 */
export function openDatabase(directory: string, steps = migrations): OpenDatabase {
  prepareDirectory(directory);
  const release = holdDirectory(directory);
  try {
    const database = openHeld(directory, steps);
    return {
      database,
      close: () => {
        database.close();
        release();
      },
    };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** Like {@link openDatabase}, with the directory already locked. */
export function openHeld(directory: string, steps = migrations): DatabaseSync {
  const file = dataFiles(directory).database;
  let database: DatabaseSync | undefined;
  try {
    if (existsSync(file)) inspect(file, newestVersion(steps));
    else create(file, steps);
    database = connect(file);
    migrate(database, steps, file);
    return database;
  } catch (thrown) {
    database?.close();
    throw openError(thrown, file);
  }
}

/** A database gets its final name only when complete. */
function create(file: string, steps: readonly Migration[]): void {
  // SQLite would take the old log for the new database's log.
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0)
    throw unreadable(file, 'it is gone and its log is still there');
  const unfinished = `${file}.new`;
  removeUnfinished(unfinished);
  const database = new DatabaseSync(unfinished);
  // Lets the file shrink; works only before the first table.
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  prepare(database);
  migrate(database, steps);
  database.close();
  putInPlace(unfinished, file);
}

/** WAL with a full sync per commit: after a successful answer, the data is on disk. */
export function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: waitForOthers });
  prepare(database);
  return database;
}

function prepare(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
}

/** Milliseconds that a start waits for an ending service or a `restore`. */
const patience = 500;

/**
 * Locks a data directory for one service, by a transaction in `service.lock` that the system ends with the process.
 * `user`, `backup` and `check` still work. Returns the release function. Throws `database-in-use` or `data-unusable`.
 */
export function holdDirectory(directory: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(dataFiles(directory).lock, { timeout: patience });
    // No data reaches the disk, so no journal is needed.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // Write, because a transaction on a read-only file locks nothing: several services could run.
    lock.exec('PRAGMA user_version = 1');
  } catch (thrown) {
    lock?.close();
    if (isBusy(thrown)) throw inUse(dataFiles(directory).database);
    const why = isReadOnly(thrown) ? new Error(`${dataFiles(directory).lock} may not be written`) : thrown;
    throw directoryUnusable(directory, why);
  }
  const held = lock;
  return () => held.close();
}
