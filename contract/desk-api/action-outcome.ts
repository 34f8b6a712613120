import { z } from 'zod';
import { OperationResult } from './as-run.ts';
import { ask } from './call.ts';
import { Change } from '../service-api/live-channel.ts';
import { Action } from '../actions/actions.ts';

/**
 * `waiting`: nothing is sent before the delay of a cue; notices and the as-run log tell the rest. `done`: the desk did it
 * alone, so no service was asked, and nothing on air changed.
 */
const ActionResult = z.enum([...OperationResult.options, 'waiting', 'done']);
export type ActionResult = z.infer<typeof ActionResult>;

/** In each affected app, except the standby of a pair: the as-run log has its panic, and a failure is an alarm. */
export const ActionOutcome = z.object({
  /** The worst result: `failed`, `unknown`, `replaced`, `waiting`, `confirmed`, `done`. */
  result: ActionResult,
  reason: z.string(),
  /** The error code for programs, from `docs/errors.md`, such as `too-late`; null if confirmed or done. */
  error: z.string().nullable().default(null),
  apps: z.array(
    z.object({
      /** Empty for a cue that waits. */
      app: z.string(),
      result: ActionResult,
      reason: z.string(),
      error: z.string().nullable().default(null),
      /** Null if the operation made no revision, or the service reports none. */
      revision: z.int().nullable(),
    }),
  ),
});
export type ActionOutcome = z.infer<typeof ActionOutcome>;

export const Previewed = z.array(
  z.object({
    app: z.string(),
    /** In order of application, including what leaves the same logic layer. */
    changes: z.array(Change),
  }),
);
export type Previewed = z.infer<typeof Previewed>;

export const previewCalls = {
  /** Changes if pressed now, without later automatic steps. Errors: as the action, but never logged. */
  preview: ask(z.object({ action: Action }), Previewed),
};
