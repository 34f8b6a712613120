import { existsSync, realpathSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OverlayError } from '../../../contract/errors.ts';
import { type Store, sqliteStore } from '../store.ts';
import { damageIn, problemsIn } from './check.ts';
import { dataFiles, prepareDirectory, putInPlace, removeUnfinished, sideFiles, syncDirectory } from './data-files.ts';
import { inspect } from './inspect.ts';
import { copyTo } from './migrate.ts';
import { newestVersion } from './migrations.ts';
import { connect, openHeld, holdDirectory } from './open-database.ts';
import { openError, unreadable } from './sqlite-error.ts';

const newest = newestVersion();

export function openBeside(directory: string): Store {
  const { database: file } = dataFiles(directory);
  return explained(file, () => {
    prepareDirectory(directory);
    if (existsSync(file) && inspect(file, newest) === newest) {
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

export function backUp(directory: string, target: string): void {
  const { database: file } = dataFiles(directory);
  if (existsSync(target)) throw refused(`${target} exists already. Name a file that does not.`);
  if (!existsSync(dirname(target))) throw refused(`There is no directory ${dirname(target)} for the copy.`);
  if (!existsSync(file)) throw refused(`There is no database ${file}.`);
  const database = explained(file, () => (inspect(file, newest), new DatabaseSync(file, { timeout: waitForService })));
  try {
    explained(target, () => copyTo(database, target));
  } finally {
    removeUnfinished(`${target}.new`);
    database.close();
  }
}

/** Milliseconds that a copy waits for the service. */
const waitForService = 5_000;

/**
 * Replaces the database by a copy. Returns the previous database's new name, which contains `at`, or undefined. Throws
 * `database-in-use` while the service runs.
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
    explained(source, () => raiseRevisions(unfinished, newestRevision(kept)));
    putInPlace(unfinished, file);
    return kept;
  } finally {
    release();
  }
}

/** Above any show's revision, for a replaced database that cannot be read. */
const farAhead = 1_000_000_000;

function newestRevision(file: string | undefined): number {
  if (file === undefined) return farAhead;
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const row = database.prepare('SELECT max(revision) AS revision FROM app_instances').get();
    return Number(row?.revision ?? 0);
  } catch {
    // A damaged database reports no version.
    return farAhead;
  }
}

/** Raises all revisions above the replaced database's: pages and desks could take a restored show for theirs. */
function raiseRevisions(file: string, above: number): void {
  using database = new DatabaseSync(file);
  database.prepare('UPDATE app_instances SET revision = max(revision, ?) + 1').run(above);
}

function copyChecked(source: string, target: string): void {
  inspect(source, newest);
  using database = new DatabaseSync(source, { readOnly: true });
  // Accept copies that break this program's rules: they may be the best available. `check` reports the problems.
  const [problem] = damageIn(database);
  if (problem !== undefined) throw unreadable(source, problem);
  removeUnfinished(target);
  database.prepare('VACUUM INTO ?').run(target);
}

/** Move the log first: a database without its log is consistent, only older. */
function setAside(file: string, at: string): string {
  closeCleanly(file);
  const kept = `${file}.replaced-${at.replaceAll(':', '-')}`;
  for (const side of [...sideFiles, '']) if (existsSync(file + side)) renameSync(file + side, kept + side);
  syncDirectory(dirname(file));
  return kept;
}

/** Closing writes the log into the database. A damaged database keeps its log. */
function closeCleanly(file: string): void {
  try {
    connect(file).close();
  } catch {
    // A damaged database is kept as it is.
    return;
  }
}

export function check(directory: string): string[] {
  const { database: file } = dataFiles(directory);
  if (!existsSync(file)) throw refused(`There is no database ${file}.`);
  return explained(file, () => {
    const version = inspect(file, newest);
    if (version < newest) {
      throw refused(`The database ${file} has version ${version}: it is checked after a start of this program.`);
    }
    using database = new DatabaseSync(file, { readOnly: true, timeout: waitForService });
    return problemsIn(database);
  });
}

function refused(sentence: string): OverlayError {
  return new OverlayError('data-unusable', sentence);
}

function explained<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (thrown) {
    throw openError(thrown, file);
  }
}
