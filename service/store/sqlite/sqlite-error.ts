import { OverlayError } from '../../../contract/errors.ts';

/** Primary result codes of SQLite that lead to an answer of their own. Source: sqlite.org/rescode.html */
const codes = { busy: 5, locked: 6, full: 13, notADatabase: 26, corrupt: 11 } as const;

/** The primary result code of an error of SQLite; undefined for anything else. The low byte is the primary code. */
function primaryCode(thrown: unknown): number | undefined {
  const code = thrown instanceof Error && 'errcode' in thrown ? thrown.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Whether SQLite gave up because another process holds what it needs. */
export function isBusy(thrown: unknown): boolean {
  const code = primaryCode(thrown);
  return code === codes.busy || code === codes.locked;
}

/**
 * What a failed write means to a client: `storage-full` where space ran out, `storage-failed` where SQLite failed
 * otherwise. What did not come from SQLite is none of its business and comes back as it is.
 */
export function writeError(thrown: unknown): unknown {
  const code = primaryCode(thrown);
  if (code === undefined) return thrown;
  const error = new OverlayError(code === codes.full ? 'storage-full' : 'storage-failed');
  error.cause = thrown;
  return error;
}

/** What a database that cannot be opened means to who started the program, as a sentence with a way out. */
export function openError(thrown: unknown, file: string): OverlayError {
  if (thrown instanceof OverlayError) return thrown;
  if (isBusy(thrown)) return inUse(file);
  const code = primaryCode(thrown);
  if (code === codes.full) {
    return new OverlayError('data-unusable', `The disk of ${file} is full. It has been left as it is. Make room.`);
  }
  if (code === codes.notADatabase) return unreadable(file, 'it is not a database');
  if (code === codes.corrupt) return unreadable(file, 'it is damaged');
  return unreadable(file, thrown instanceof Error ? thrown.message : String(thrown));
}

/** The refusal of a database that a service is using. */
export function inUse(file: string): OverlayError {
  return new OverlayError(
    'database-in-use',
    `The database ${file} is in use by another service. Stop that one, or name another directory with --data.`,
  );
}

/** The refusal of a database that is there and cannot be read. Nothing has been written to it. */
export function unreadable(file: string, reason: string): OverlayError {
  return new OverlayError(
    'database-unreadable',
    `The database ${file} cannot be read: ${reason}. It has been left as it is. ` +
      'Put a good copy in its place, or move it away to begin with an empty one.',
  );
}
