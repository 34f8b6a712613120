import { z } from 'zod';

/**
 * Presence of desks on the live channel of a show (extension): which desk holds which sub-composition, so that two operators
 * do not edit the same one at once. A desk opens the channel with `desk=NAME`, its name for people, and sends
 * {@link DeskMessage} as JSON text. The service sends {@link DesksFrame} to every desk, at first and after every change.
 *
 * A hold blocks nobody: the service accepts every update from every desk. It lives in memory only, and ends when its desk
 * releases it, closes the channel or falls silent.
 */
export const deskNameLength = 60;
/** The most sub-compositions that one desk holds at once. */
export const mostHolds = 200;

const Id = z.string().min(1).max(100);

/**
 * `hold` takes a sub-composition that nobody holds, or with `over` one that another desk holds. `release` ends a hold. An
 * idle desk sends `here`, so that the service notices a desk that has gone; `name` renames the desk from then on.
 */
export const DeskMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hold'), id: Id, over: z.literal(true).optional() }),
  z.strictObject({ type: z.literal('release'), id: Id }),
  z.strictObject({ type: z.literal('here'), name: z.string().min(1).max(deskNameLength).optional() }),
]);
export type DeskMessage = z.infer<typeof DeskMessage>;

/** Every connected desk and its holds. It carries nothing of the show, so it has no revision. */
export const DesksFrame = z.object({
  type: z.literal('desks'),
  /** The service's clock, milliseconds since the epoch. */
  now: z.number(),
  /** The number of the desk that receives this frame. */
  you: z.int().positive(),
  desks: z.array(
    z.object({
      /** The service's number for this channel of the desk, which is never given again. Names are not unique. */
      desk: z.int().positive(),
      name: z.string(),
      /** The ids of sub-compositions. */
      holds: z.array(z.string()),
    }),
  ),
});
export type DesksFrame = z.infer<typeof DesksFrame>;
