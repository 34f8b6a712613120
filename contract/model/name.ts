import { z } from 'zod';

/** The most characters of a name. */
export const longestName = 255;

/** A name that a client gives to something: one line without control characters. Source: decisions.md "Lenient in, canonical out". */
export const Name = z
  .string()
  .min(1)
  .max(longestName, { error: `expected at most ${longestName} characters` })
  .regex(/^\P{Cc}*$/u, { error: 'expected a name without control characters' });
