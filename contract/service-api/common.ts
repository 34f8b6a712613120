import { z } from 'zod';

/** The header that names the error of an answer by its code in the table (`contract/errors.ts`). */
export const errorName = 'error-name';

/** The success body of the calls that answer `Ok`: a JSON string. */
export const Ok = z.literal('Ok');

/** What was refused or left out, each with its JSON path. */
export const Details = z.array(z.object({ path: z.string(), message: z.string() }));

/** Errors of every call that stores something. */
export const storing = ['storage-failed', 'storage-full'] as const;

/** Errors of every call that takes a large file and stores it. */
export const uploading = [
  'body-invalid',
  'body-too-large',
  'too-costly',
  'media-type-unsupported',
  'account-full',
  ...storing,
] as const;

/** Errors of every call that takes a JSON body and stores something. */
export const changing = [
  'body-not-json',
  'body-invalid',
  'body-too-large',
  'media-type-unsupported',
  ...storing,
] as const;

/** Errors of an update of a show, which may carry conditions (`If-Match`, `Not-After`). */
export const updating = [...changing, 'changed-meanwhile', 'too-late'] as const;

/**
 * An id in an address, written as digits without a leading zero. Anything else, such as `0x2`, `2e0` or `+2`, is the id of
 * nothing.
 */
export const PathId = z
  .custom<string>((given) => typeof given === 'string' && /^[1-9]\d{0,14}$/.test(given))
  .meta({ type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER })
  .transform(Number);
