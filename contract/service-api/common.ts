import { z } from 'zod';

/** The success body of the calls that answer `Ok`: a JSON string. */
export const Ok = z.literal('Ok');

/** What every call can answer that stores something. */
export const storing = ['storage-failed', 'storage-full'] as const;

/** What every call can answer that takes a body and stores something of it. */
export const changing = [
  'body-not-json',
  'body-invalid',
  'body-too-large',
  'media-type-unsupported',
  ...storing,
] as const;
