import { z } from 'zod';
import { deskNameLength } from '../service-api/desk-presence.ts';

export const DeskName = z.string().trim().min(1).max(deskNameLength);

const Target = z.object({ address: z.string() });
const nothing = z.null();

/**
 * The calls about presence. A hold shows other desks that something is being edited here; it prevents nobody from
 * anything. A desk holds whatever it has staged.
 */
export const presenceCalls = {
  /** Editing starts in this screen: holds the sub-composition unless another desk does. */
  hold: { takes: Target, gives: nothing },
  /** Editing ends. The hold stays while something is staged. */
  release: { takes: Target, gives: nothing },
  /**
   * Takes over the hold of another desk. That desk gets a notice and a line in its as-run log. Errors: `call-invalid`.
   */
  takeOver: { takes: Target, gives: nothing },
  /** Sets the name of this desk among the desks of a service. It is saved. */
  nameDesk: { takes: z.object({ name: DeskName }), gives: nothing },
} as const;

/** The member of the desk's view about presence. */
export const presenceMembers = { deskName: z.string() };
