import { z } from 'zod';

/** The answer header with the error code from `contract/errors.ts`. */
export const errorName = 'error-name';

/** The answer header of rows 7, 9 and 10 with {@link Details} of what was not done. */
export const warningDetails = 'warning-details';

/** A JSON string. */
export const Ok = z.literal('Ok');

export const done = { answer: Ok, example: { answer: 'Ok' } } as const;

export const Details = z.array(z.object({ path: z.string(), message: z.string() }));

/** The body of each error. Source: the specification; `details` is an extension. */
export const ErrorBody = z
  .object({
    error: z.object({ message: z.string(), code: z.int(), details: Details.optional() }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The body of each error of the desk's HTTP API. `name`: the error code, as in the header. */
export const NamedErrorBody = z
  .object({ error: ErrorBody.shape.error.extend({ name: z.string() }) })
  .meta({ id: 'DeskError' });

/** Row 27 has its own 400 body. */
export const ParameterErrorBody = z
  .object({
    code: z.int(),
    error_detail: z.array(z.object({ param: z.string(), message: z.string() })),
    message: z.string(),
  })
  .meta({ id: 'ParameterError' });
export type ParameterErrorBody = z.infer<typeof ParameterErrorBody>;

export const account = { auth: 'account', params: z.object({}) } as const;
export const token = { auth: 'token', params: z.object({ appToken: z.string().min(1) }) } as const;

export const unknownId = ['unauthorized', 'id-unknown'] as const;

export const storing = ['storage-failed', 'storage-full'] as const;

export const uploading = [
  'body-invalid',
  'body-too-large',
  'too-costly',
  'media-type-unsupported',
  'account-full',
  ...storing,
] as const;

export const changing = [
  'body-not-json',
  'body-invalid',
  'body-too-large',
  'media-type-unsupported',
  ...storing,
] as const;

export const updating = [...changing, 'changed-meanwhile', 'too-late'] as const;

/** Digits without a leading zero. Forms such as `0x2`, `2e0` or `+2` match no id. */
export const PathId = z
  .custom<string>((given) => typeof given === 'string' && /^[1-9]\d{0,14}$/.test(given))
  .meta({ type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER })
  .transform(Number);
