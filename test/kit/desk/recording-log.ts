import { asOverlayError, type OverlayError } from '../../../contract/errors.ts';
import type { Log, LogRecord } from '../../../desk/ports.ts';

/** A log that keeps its records in memory, as they were written. */
export function recordingLog(): Log & { records: LogRecord[] } {
  const records: LogRecord[] = [];
  return {
    records,
    write: (record) => void records.push(record),
    conceal: () => undefined,
    recent: () => Promise.resolve(records.map((record) => JSON.stringify(record))),
  };
}

/** For a part that is tested without a desk: what nobody expected is an error of the desk, and nothing is logged. */
export const knownError = (thrown: unknown): OverlayError => asOverlayError(thrown, 'desk-failed');

/** What secrets need when nobody looks at them. */
export const quietSecrets = { changed: () => undefined, knownError, conceal: () => undefined };
