import { z } from 'zod';

/**
 * A name that a client gives to something: one line without control characters. How long it may be is up to the service
 * (`lengthProblem`). Source: decisions.md "Lenient in, canonical out".
 */
export const Name = z
  .string()
  .min(1)
  .regex(/^\P{Cc}*$/u, { error: 'expected a name without control characters' });
