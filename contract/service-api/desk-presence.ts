import { z } from 'zod';

/**
 * Extension: desk presence on a show's live channel, so that two operators do not edit the same sub-composition. A desk
 * opens the channel with `desk=NAME` and sends {@link DeskMessage} as JSON text; the service sends {@link DesksFrame}
 * at first and after every change.
 *
 * A hold never blocks updates. It exists only in memory, until its desk releases it, closes the channel or falls
 * silent.
 */
export const deskNameLength = 60;
export const mostHolds = 200;

/**
 * The desk's word on the side of a pair of main and backup that is on air. A desk sends it to the services of both; a
 * page that knows both draws the side of the latest word. `at`: milliseconds since the epoch by the desk's clock.
 */
export const ActiveSide = z.strictObject({ side: z.enum(['main', 'backup']), at: z.number() });
export type ActiveSide = z.infer<typeof ActiveSide>;

const PresenceId = z.string().min(1).max(100);

/**
 * What snapshots and beats tell all readers. `draw`: the moment (ms since the epoch by the service's clock) at which a
 * desk asked for it; each page then draws a frame that changes nothing visible, and reports this moment as `drew`.
 */
export const ToPages = z.object({ active: ActiveSide.optional(), draw: z.number().optional() });
export type ToPages = z.infer<typeof ToPages>;

/** `hold` takes a free sub-composition, or `over` another desk's. Idle desks send `here`; `name` renames the desk. */
export const DeskMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hold'), id: PresenceId, over: z.literal(true).optional() }),
  z.strictObject({ type: z.literal('release'), id: PresenceId }),
  z.strictObject({ type: z.literal('here'), name: z.string().min(1).max(deskNameLength).optional() }),
  ActiveSide.extend({ type: z.literal('active') }),
  z.strictObject({ type: z.literal('draw') }),
]);
export type DeskMessage = z.infer<typeof DeskMessage>;

/** Has no revision, because it describes desks and not the show. */
export const DesksFrame = z.object({
  type: z.literal('desks'),
  /** The service's clock, milliseconds since the epoch. */
  now: z.number(),
  you: z.int().positive(),
  desks: z.array(
    z.object({
      /** Identifies this desk channel and is never reused; names are not unique. */
      desk: z.int().positive(),
      name: z.string(),
      holds: z.array(z.string()),
    }),
  ),
});
export type DesksFrame = z.infer<typeof DesksFrame>;
