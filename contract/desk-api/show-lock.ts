import { z } from 'zod';
import { ask } from './call.ts';

/** Prevents accidents, not attacks: anyone with the machine has its files. */
const LockPin = z.string().regex(/^\d{4,12}$/, { error: 'expected 4 to 12 digits' });

/** A locked show can be played and watched, but not edited. */
export const ShowLockView = z.object({
  locked: z.boolean(),
  pin: z.boolean(),
  /** The operator who locked it; empty if none was signed on. */
  by: z.string(),
});
export type ShowLockView = z.infer<typeof ShowLockView>;

export const lockMembers = { lock: ShowLockView };

export const lockCalls = {
  lockShow: ask(z.object({ pin: LockPin.nullable() })),
  /** The as-run log records unlocks and wrong PINs. Errors: `pin-wrong`; `too-many` for a second after a wrong PIN. */
  unlockShow: ask(z.object({ pin: z.string().max(12).nullable() })),
};
