import type { DatabaseSync } from 'node:sqlite';
import { putInPlace, removeUnfinished } from './data-files.ts';
import { pragma } from './inspect.ts';
import { applicationId, firstVersion, type Migration } from './migrations.ts';

/** In atomic steps, after copying a used database to `FILE.before-N`. `file` is undefined for a new database. */
export function migrate(database: DatabaseSync, steps: readonly Migration[], file?: string): void {
  const version = Number(pragma(database, 'user_version'));
  for (const [at, change] of steps.entries()) {
    const next = firstVersion + at;
    if (next <= version) continue;
    if (file !== undefined) copyTo(database, `${file}.before-${next}`);
    step(database, change, next);
  }
}

function step(database: DatabaseSync, change: Migration, version: number): void {
  // Steps may rebuild referenced tables. SQLite allows this pragma only outside a transaction.
  database.exec('PRAGMA foreign_keys = OFF');
  database.exec('BEGIN IMMEDIATE');
  try {
    change(database);
    const dangling = database.prepare('PRAGMA foreign_key_check').all();
    if (dangling.length > 0) throw new Error(`step ${version} leaves references to nothing`);
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${version}`);
    database.exec('COMMIT');
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
  database.exec('PRAGMA foreign_keys = ON');
}

/** Copies committed data to a new file, which gets its name only when complete. */
export function copyTo(database: DatabaseSync, file: string): void {
  const unfinished = `${file}.new`;
  removeUnfinished(unfinished);
  database.prepare('VACUUM INTO ?').run(unfinished);
  putInPlace(unfinished, file);
}
