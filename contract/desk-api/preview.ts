import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Change } from '../service-api/live-channel.ts';
import { Action } from '../actions/actions.ts';

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
  preview: { takes: z.object({ action: Action }), gives: Previewed },
} satisfies LinkContract['calls'];
