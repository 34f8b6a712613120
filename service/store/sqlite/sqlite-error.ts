import { OverlayError } from '../../../contract/errors.ts';

/** SQLite's primary result codes that have an answer of their own. Source: sqlite.org/rescode.html */
const codes = { busy: 5, locked: 6, readOnly: 8, full: 13, notADatabase: 26, corrupt: 11 } as const;

/** The primary result code of an SQLite error, which is its low byte; undefined for any other error. */
function primaryCode(thrown: unknown): number | undefined {
  const code = thrown instanceof Error && 'errcode' in thrown ? thrown.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Whether SQLite gave up because another process has the lock. */
export function isBusy(thrown: unknown): boolean {
  const code = primaryCode(thrown);
  return code === codes.busy || code === codes.locked;
}

/** Whether SQLite may not write the file. */
export function isReadOnly(thrown: unknown): boolean {
  return primaryCode(thrown) === codes.readOnly;
}

/**
 * A failed write as an error for clients: `storage-full` if space ran out, `storage-failed` for any other SQLite error.
 * Errors that are not from SQLite are returned unchanged.
 */
export function writeError(thrown: unknown): unknown {
  const code = primaryCode(thrown);
  if (code === undefined) return thrown;
  const error = new OverlayError(code === codes.full ? 'storage-full' : 'storage-failed');
  error.cause = thrown;
  return error;
}

/** A database that cannot be opened, as a sentence with a way out for the person who started the program. */
export function openError(thrown: unknown, file: string): OverlayError {
  if (thrown instanceof OverlayError) return thrown;
  if (isBusy(thrown)) return inUse(file);
  const code = primaryCode(thrown);
  if (code === codes.full) {
    return new OverlayError('data-unusable', `The disk of ${file} is full. The file was not changed. Free some space.`);
  }
  if (code === codes.notADatabase) return unreadable(file, 'it is not a database');
  if (code === codes.corrupt) return unreadable(file, 'it is damaged');
  return unreadable(file, thrown instanceof Error ? thrown.message : String(thrown));
}

/** The error for a database that a service is using. */
export function inUse(file: string): OverlayError {
  return new OverlayError(
    'database-in-use',
    `The database ${file} is in use by another service. Stop that one, or name another directory with --data.`,
  );
}

/** The error for a database that exists and cannot be read. Nothing has been written to it. */
export function unreadable(file: string, reason: string): OverlayError {
  return new OverlayError(
    'database-unreadable',
    `The database ${file} cannot be read: ${reason}. The file was not changed. ` +
      'Replace it by a good copy, or move it away to start with an empty one.',
  );
}
