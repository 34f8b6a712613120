import { existsSync, realpathSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OverlayError } from '../../../contract/errors.ts';
import type { Store } from '../store.ts';
import { damageIn, problemsIn } from './check.ts';
import { dataFiles, prepareDirectory, putInPlace, removeUnfinished, sideFiles, syncDirectory } from './data-files.ts';
import { inspect } from './inspect.ts';
import { copyTo } from './migrate.ts';
import { migrations } from './migrations.ts';
import { connect, openHeld } from './open-database.ts';
import { holdDirectory } from './service-lock.ts';
import { openError, unreadable } from './sqlite-error.ts';
import { sqliteStore } from './sqlite-store.ts';

const newestVersion = migrations.length;

/** The store of a data directory for a command, which may run beside the service. One of an older version is migrated. */
export function openBeside(directory: string): Store {
  const { database: file } = dataFiles(directory);
  return explained(file, () => {
    prepareDirectory(directory);
    if (existsSync(file) && inspect(file, newestVersion) === newestVersion) {
      const database = connect(file);
      return sqliteStore({ database, close: () => database.close() });
    }
    const release = holdDirectory(directory);
    try {
      const database = openHeld(directory);
      return sqliteStore({ database, close: () => database.close() });
    } finally {
      release();
    }
  });
}

/** Copy the database of a data directory into a file that does not exist yet, also while the service runs. */
export function backUp(directory: string, target: string): void {
  const { database: file } = dataFiles(directory);
  if (existsSync(target)) throw refused(`${target} exists already. Name a file that does not.`);
  if (!existsSync(dirname(target))) throw refused(`There is no directory ${dirname(target)} for the copy.`);
  if (!existsSync(file)) throw refused(`There is no database ${file}.`);
  const database = explained(
    file,
    () => (inspect(file, newestVersion), new DatabaseSync(file, { timeout: waitForService })),
  );
  try {
    explained(target, () => copyTo(database, target));
  } finally {
    removeUnfinished(`${target}.new`);
    database.close();
  }
}

/** How long (ms) a copy waits for the service. */
const waitForService = 5_000;

/**
 * Put a copy in the place of the database of a data directory; `at` goes into the name under which the database before
 * is kept. Gives that name, undefined where there was none. Throws `database-in-use` while the service runs.
 */
export function restore(directory: string, source: string, at: string): string | undefined {
  const { database: file } = dataFiles(directory);
  prepareDirectory(directory);
  const release = holdDirectory(directory);
  try {
    if (!existsSync(source)) throw refused(`There is no file ${source}.`);
    if (existsSync(file) && realpathSync(source) === realpathSync(file)) {
      throw refused(`${source} is the database itself.`);
    }
    const unfinished = `${file}.new`;
    explained(source, () => copyChecked(source, unfinished));
    const kept = existsSync(file) ? setAside(file, at) : undefined;
    putInPlace(unfinished, file);
    return kept;
  } finally {
    release();
  }
}

function copyChecked(source: string, target: string): void {
  inspect(source, newestVersion);
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    // What breaks a rule of ours can still be the best copy that there is: `check` names it afterwards.
    const [problem] = damageIn(database);
    if (problem !== undefined) throw unreadable(source, problem);
    removeUnfinished(target);
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
}

/** Its log goes first and comes with it: a database whose log is gone is still whole, only older. */
function setAside(file: string, at: string): string {
  closeCleanly(file);
  const kept = `${file}.replaced-${at.replaceAll(':', '-')}`;
  for (const side of [...sideFiles, '']) if (existsSync(file + side)) renameSync(file + side, kept + side);
  syncDirectory(dirname(file));
  return kept;
}

/** SQLite writes the log into the database as it closes it. A damaged one is kept as it is, log and all. */
function closeCleanly(file: string): void {
  try {
    connect(file).close();
  } catch {
    // A damaged database is kept as it is.
    return;
  }
}

/** All that is wrong with the database of a data directory, one sentence each; also while the service runs. */
export function check(directory: string): string[] {
  const { database: file } = dataFiles(directory);
  if (!existsSync(file)) throw refused(`There is no database ${file}.`);
  return explained(file, () => {
    const version = inspect(file, newestVersion);
    if (version < newestVersion) {
      throw refused(`The database ${file} has version ${version}: it is checked after a start of this program.`);
    }
    const database = new DatabaseSync(file, { readOnly: true, timeout: waitForService });
    try {
      return problemsIn(database);
    } finally {
      database.close();
    }
  });
}

function refused(sentence: string): OverlayError {
  return new OverlayError('data-unusable', sentence);
}

/** What SQLite throws, as a sentence about the file that it is about. */
function explained<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (thrown) {
    throw openError(thrown, file);
  }
}
