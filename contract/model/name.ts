import { z } from 'zod';

/**
 * One line without control characters. The service sets the length (`lengthProblem`). Source: decisions.md "Lenient in,
 * canonical out".
 */
export const Name = z
  .string()
  .min(1)
  .regex(/^\P{Cc}*$/u, { error: 'expected a name without control characters' });
