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

const PresenceId = z.string().min(1).max(100);

/** `hold` takes a free sub-composition, or `over` another desk's. Idle desks send `here`; `name` renames the desk. */
export const DeskMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hold'), id: PresenceId, over: z.literal(true).optional() }),
  z.strictObject({ type: z.literal('release'), id: PresenceId }),
  z.strictObject({ type: z.literal('here'), name: z.string().min(1).max(deskNameLength).optional() }),
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
