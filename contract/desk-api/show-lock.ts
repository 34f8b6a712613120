import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';

/** A number that unlocks the show. It keeps hands off, not attackers: whoever has the machine has its files. */
export const Pin = z.string().regex(/^\d{4,12}$/, { error: 'expected 4 to 12 digits' });

/** Show mode: while the show is locked, everything can be played and watched, and nothing can be edited. */
export const ShowLock = z.object({
  locked: z.boolean(),
  /** It is unlocked with a PIN only. */
  pin: z.boolean(),
  /** Who locked it; empty for nobody who was signed on. */
  by: z.string(),
});
export type ShowLock = z.infer<typeof ShowLock>;

/** The member of the desk's view about show mode. */
export const lockMembers = { lock: ShowLock };

/** The calls about show mode. */
export const lockCalls = {
  /** Locks the show; with a PIN, only that unlocks it. Who did it is in the as-run log. */
  lockShow: { takes: z.object({ pin: Pin.nullable() }), gives: z.null() },
  /**
   * Unlocks the show. Who did it is in the as-run log, and so is every wrong PIN. Errors: `pin-wrong`; `too-many` for a
   * second after a wrong one.
   */
  unlockShow: { takes: z.object({ pin: z.string().max(12).nullable() }), gives: z.null() },
} satisfies LinkContract['calls'];
