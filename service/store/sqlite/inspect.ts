import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { OverlayError } from '../../../contract/errors.ts';
import { applicationId, firstVersion } from './migrations.ts';
import { unreadable } from './sqlite-error.ts';

/** Bytes. Larger databases are read completely only by `check`, not at each start. */
const quicklyChecked = 256 * 1024 * 1024;

/**
 * Inspects a database without changing it and returns its version. `newest`: latest known version. Throws
 * `database-unreadable` (damaged or foreign), `database-newer` or `database-older` (no migration).
 */
export function inspect(file: string, newest: number): number {
  const { size } = statSync(file);
  if (size === 0) throw unreadable(file, 'it is empty');
  using database = new DatabaseSync(file, { readOnly: true });
  const version = Number(pragma(database, 'user_version'));
  if (pragma(database, 'application_id') !== applicationId) {
    throw unreadable(file, 'it is a database of another program');
  }
  if (version > newest) throw newer(file, version, newest);
  if (version < firstVersion) throw older(file, version);
  const verdict = size > quicklyChecked ? 'ok' : pragma(database, 'quick_check');
  if (verdict !== 'ok') throw unreadable(file, `it is damaged (${String(verdict).split('\n')[0]})`);
  return version;
}

function newer(file: string, version: number, newest: number): OverlayError {
  return new OverlayError(
    'database-newer',
    `The database ${file} has version ${version} and this program knows versions up to ${newest}: a newer ` +
      'Overlay Desk wrote it. The file was not changed. Start the newer program, or name another directory with --data.',
  );
}

function older(file: string, version: number): OverlayError {
  return new OverlayError(
    'database-older',
    `The database ${file} has version ${version} and this program knows versions from ${firstVersion}: an unreleased ` +
      'Overlay Desk wrote it. The file was not changed. Move it away to start with an empty one, or name another ' +
      'directory with --data.',
  );
}

export function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}
