import { z } from 'zod';

/**
 * What desks tell each other over the live channel of a show (extension): who holds which sub-composition, so that two
 * operators do not edit the same at once. A desk opens the channel with `desk=NAME`, its name for people, and says
 * {@link DeskSaying} as JSON texts. The service tells every desk {@link DesksFrame}, at first and whenever that changes.
 *
 * A hold keeps nobody from anything: the service takes every update from every desk. It is kept in memory alone, and ends
 * when its desk says so, closes the channel or falls silent.
 */
export const deskNameLength = 60;
/** A desk holds no more sub-compositions than this at the same time. */
export const mostHolds = 200;

const Id = z.string().min(1).max(100);

/**
 * `hold` what nobody else holds; with `over` what another desk holds, too. `release` what it holds. A desk that has nothing
 * to say says `here`, so that one that is gone without a word is known to be; with `name` it is called so from then on.
 */
export const DeskSaying = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hold'), id: Id, over: z.literal(true).optional() }),
  z.strictObject({ type: z.literal('release'), id: Id }),
  z.strictObject({ type: z.literal('here'), name: z.string().min(1).max(deskNameLength).optional() }),
]);
export type DeskSaying = z.infer<typeof DeskSaying>;

/** Every desk that is there, with what it holds. It says nothing of the show, so it has no revision. */
export const DesksFrame = z.object({
  type: z.literal('desks'),
  /** The service's clock, milliseconds since the epoch. */
  now: z.number(),
  /** The number of the desk that is told. */
  you: z.int().positive(),
  desks: z.array(
    z.object({
      /** The service's own number for it, as long as its channel is open. Names are not unique. */
      desk: z.int().positive(),
      name: z.string(),
      /** The ids of sub-compositions. */
      holds: z.array(z.string()),
    }),
  ),
});
export type DesksFrame = z.infer<typeof DesksFrame>;
