import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { dataFiles, prepareDirectory, putInPlace, removeUnfinished } from './data-files.ts';
import { inspect } from './inspect.ts';
import { migrate } from './migrate.ts';
import { type Migration, migrations, newestVersion } from './migrations.ts';
import { holdDirectory } from './service-lock.ts';
import { openError, unreadable } from './sqlite-error.ts';

/** An open database, and the way to close it. */
export interface OpenDatabase {
  database: DatabaseSync;
  /** SQLite writes its log into the database file when the last connection closes. */
  close(): void;
}

/** How long (ms) a write waits for another program that writes, such as `user add`. Those writes take milliseconds. */
const waitForOthers = 2_000;

/**
 * Opens the database of a data directory: checks it, migrates it to the newest version, and locks the directory for
 * this service. A database that is damaged, foreign, newer or too old is refused before anything is written to it. `steps`
 * are the migrations. Throws `data-unusable`, `database-unreadable`, `database-newer`, `database-older` or `database-in-use`,
 * each with a sentence to print.
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

/** As {@link openDatabase}, for a caller that has locked the directory already. */
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

/** A new database gets its name only when it is complete, so that a file with that name is never half made. */
function create(file: string, steps: readonly Migration[]): void {
  // SQLite would take it for the log of the new database.
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0)
    throw unreadable(file, 'it is gone and its log is still there');
  const unfinished = `${file}.new`;
  removeUnfinished(unfinished);
  const database = new DatabaseSync(unfinished);
  // Without this the file would never become shorter. It counts only before the first table.
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  prepare(database);
  migrate(database, steps);
  database.close();
  putInPlace(unfinished, file);
}

/**
 * Opens a connection for writing. WAL with a full sync at each commit: a successful answer means that the data is on
 * disk.
 */
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
