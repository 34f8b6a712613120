import { asOverlayError, OverlayError } from '../../../contract/errors.ts';

/** Source: sqlite.org/rescode.html */
const codes = { busy: 5, locked: 6, readOnly: 8, full: 13, notADatabase: 26, corrupt: 11 } as const;

/** The primary result code is the low byte; undefined for other errors. */
function primaryCode(thrown: unknown): number | undefined {
  const code = thrown instanceof Error && 'errcode' in thrown ? thrown.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}

export function isBusy(thrown: unknown): boolean {
  const code = primaryCode(thrown);
  return code === codes.busy || code === codes.locked;
}

export function isReadOnly(thrown: unknown): boolean {
  return primaryCode(thrown) === codes.readOnly;
}

/** Maps SQLite errors to `storage-full` or `storage-failed`; returns other errors unchanged. */
export function writeError(thrown: unknown): unknown {
  const code = primaryCode(thrown);
  return code === undefined ? thrown : asOverlayError(thrown, code === codes.full ? 'storage-full' : 'storage-failed');
}

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

export function inUse(file: string): OverlayError {
  return new OverlayError(
    'database-in-use',
    `The database ${file} is in use by another service. Stop that one, or name another directory with --data.`,
  );
}

export function unreadable(file: string, reason: string): OverlayError {
  return new OverlayError(
    'database-unreadable',
    `The database ${file} cannot be read: ${reason}. The file was not changed. ` +
      'Replace it by a good copy, or move it away to start with an empty one.',
  );
}
