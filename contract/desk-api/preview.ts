import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Change } from '../service-api/live-channel.ts';
import { Action } from './action.ts';

/** What a press would change, in each app instance that it affects. Nothing was sent. */
export const Previewed = z.array(
  z.object({
    /** The key of the app instance. */
    app: z.string(),
    /** In the order in which they would be applied, with what leaves the same logic layer. */
    changes: z.array(Change),
  }),
);
export type Previewed = z.infer<typeof Previewed>;

/** The call that says what a press would change. */
export const previewCalls = {
  /**
   * What an action would change if it were pressed now. What follows by itself only later is not in it. Errors: as the action;
   * nothing of it is logged.
   */
  preview: { takes: z.object({ action: Action }), gives: Previewed },
} satisfies LinkContract['calls'];
