import { describe, expect, it } from 'vitest';
import {
  asOverlayError,
  codeOf,
  type ErrorCode,
  errorIn,
  type ErrorRow,
  errorTable,
  isMistake,
  OverlayError,
} from '../../contract/errors.ts';
import { notConfirmed } from '../../desk/app/lane.ts';
import { isUnresolved } from '../../desk/app/pending.ts';
import { isRefusal } from '../../desk/backup/drift.ts';

const codes = Object.keys(errorTable) as ErrorCode[];
const codesThat = (is: (error: OverlayError) => boolean): ErrorCode[] =>
  codes.filter((code) => is(new OverlayError(code)));

describe('the table of errors', () => {
  it('says of each what the operator reads and what becomes of the operation', () => {
    const becomes = ['failed', 'refused', 'wait', 'unknown', 'lost', 'unsent'];
    const rows: [string, ErrorRow][] = Object.entries(errorTable);
    expect(rows.filter(([, row]) => !becomes.includes(row.becomes) || row.operator === '')).toEqual([]);
  });

  it('decides what an operation that was sent ends as', () => {
    expect(codesThat((error) => notConfirmed(error, true).result === 'unknown')).toEqual([
      'internal',
      'desk-failed',
      'service-unreachable',
      'service-lost',
      'answer-garbage',
      'deadline-passed',
    ]);
    expect(codesThat((error) => notConfirmed(error, false).result === 'unknown')).toEqual([]);
  });

  it('decides what stays on offer to be asked again, though it was never sent', () => {
    const leftOver = codesThat((error) => isUnresolved({ result: 'failed', error }));
    expect(leftOver).toEqual(['service-unreachable', 'service-lost', 'not-connected']);
  });

  it('decides what a mirror does not send again: of the errors that an update ends with, these two', () => {
    const refused = codesThat((error) => isRefusal({ result: 'failed', error }));
    const answered = [
      'body-invalid',
      'unauthorized',
      'origin-refused',
      'token-unknown',
      'body-too-large',
      'storage-full',
    ];
    expect(refused.filter((code) => answered.includes(code))).toEqual(['body-invalid', 'body-too-large']);
  });
});

describe('a thrown value', () => {
  it('that is no error of the table is kept as the cause of one', () => {
    const mistake = new TypeError('x is undefined');
    const error = asOverlayError(mistake);
    expect([error.code, error.cause, asOverlayError(error)]).toEqual(['internal', mistake, error]);
  });

  it('is an error as it is, and else the cause of one with its words', () => {
    const error = new RangeError('too deep');
    expect(errorIn(error)).toBe(error);
    expect([errorIn('broken'), errorIn(undefined), errorIn(7)].map(({ message, cause }) => [message, cause])).toEqual([
      ['broken', 'broken'],
      ['undefined', undefined],
      ['7', 7],
    ]);
  });

  it('has a code where an error has one in words', () => {
    const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    const aborted = new DOMException('aborted', 'AbortError');
    const thrown = [
      missing,
      new OverlayError('forbidden'),
      aborted,
      new Error('x'),
      { code: 'ENOENT' },
      null,
      'ENOENT',
    ];
    expect(thrown.map(codeOf)).toEqual(['ENOENT', 'forbidden', undefined, undefined, undefined, undefined, undefined]);
  });

  it('is a mistake where the language says so, and no code of the system', () => {
    const invalid = Object.assign(new TypeError('Invalid character in header'), { code: 'ERR_INVALID_CHAR' });
    const thrown = [
      new TypeError('x'),
      new RangeError('x'),
      invalid,
      new Error('x'),
      new OverlayError('internal'),
      'x',
    ];
    expect(thrown.map(isMistake)).toEqual([true, true, false, false, false, false]);
  });
});
