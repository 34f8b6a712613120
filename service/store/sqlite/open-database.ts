import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OverlayError } from '../../../contract/errors.ts';
import { applicationId, migrations, newestVersion } from './migrations.ts';
import { openError, unreadable } from './sqlite-error.ts';

/**
 * The database of a data directory, checked, brought to the newest version, and held for this process alone until it is
 * closed. A database that is damaged, foreign or newer is refused before anything is written to it.
 * Throws `data-unusable`, `database-unreadable`, `database-newer` or `database-in-use`, each with a sentence to print.
 */
export function openDatabase(directory: string): DatabaseSync {
  const file = join(directory, 'service.db');
  prepareDirectory(directory);
  let database: DatabaseSync | undefined;
  try {
    if (existsSync(file)) inspect(file);
    else create(directory, file);
    database = new DatabaseSync(file);
    hold(database);
    migrate(database);
    return database;
  } catch (thrown) {
    database?.close();
    throw openError(thrown, file);
  }
}

function prepareDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new OverlayError(
      'data-unusable',
      `The data directory ${directory} cannot be used: ${reason}. Name another one with --data.`,
    );
  }
}

/** Read-only, so that whatever is refused here stays as it was, byte for byte. */
function inspect(file: string): void {
  if (statSync(file).size === 0) throw unreadable(file, 'it is empty');
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const version = pragma(database, 'user_version');
    if (pragma(database, 'application_id') !== applicationId) {
      throw unreadable(file, 'it is a database of another program');
    }
    if (Number(version) > newestVersion) throw newer(file, Number(version));
    const verdict = pragma(database, 'quick_check');
    if (verdict !== 'ok') throw unreadable(file, `it is damaged (${String(verdict).split('\n')[0]})`);
  } finally {
    database.close();
  }
}

function newer(file: string, version: number): OverlayError {
  return new OverlayError(
    'database-newer',
    `The database ${file} has version ${version} and this program knows versions up to ${newestVersion}: a newer ` +
      'Overlay Desk wrote it. It has been left as it is. Start the newer program, or name another directory with --data.',
  );
}

/** A new database gets its name only when it is whole, so that a file of that name is never half of a beginning. */
function create(directory: string, file: string): void {
  const unfinished = `${file}.new`;
  for (const leftover of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + leftover, { force: true });
  const database = new DatabaseSync(unfinished);
  hold(database);
  database.exec(`PRAGMA application_id = ${applicationId}`);
  migrate(database);
  database.close();
  renameSync(unfinished, file);
  syncDirectory(directory);
}

/** Without this a power cut could take the new name away again. Windows has no such call and needs none. */
function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** WAL with a full sync at every commit: an answer of success means that it is on disk. Exclusive: one service each. */
function hold(database: DatabaseSync): void {
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
}

function migrate(database: DatabaseSync): void {
  for (let version = Number(pragma(database, 'user_version')); version < newestVersion; version += 1) {
    database.exec('BEGIN IMMEDIATE');
    database.exec(migrations[version] ?? '');
    database.exec(`PRAGMA user_version = ${version + 1}`);
    database.exec('COMMIT');
  }
}

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}
