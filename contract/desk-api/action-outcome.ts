import { z } from 'zod';
import { OperationResult } from './as-run.ts';

/**
 * The outcome in each affected app instance, except the standby of a pair. The as-run log records a panic there; a
 * failure raises an alarm.
 */
export const ActionOutcome = z.object({
  /** The worst result: `failed`, else `unknown`, else `confirmed`. Changes to the desk alone are confirmed. */
  result: OperationResult,
  reason: z.string(),
  /** The error code for programs, from `docs/errors.md`, such as `too-late`; null if confirmed. */
  error: z.string().nullable().default(null),
  apps: z.array(
    z.object({
      app: z.string(),
      result: OperationResult,
      reason: z.string(),
      error: z.string().nullable().default(null),
      /** Null if the operation made no revision, or the service reports none. */
      revision: z.int().nullable(),
    }),
  ),
});
export type ActionOutcome = z.infer<typeof ActionOutcome>;
