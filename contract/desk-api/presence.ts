import { z } from 'zod';
import { deskNameLength } from '../service-api/desk-presence.ts';

export const DeskName = z.string().trim().min(1).max(deskNameLength);

const Target = z.object({ id: z.string() });
const nothing = z.null();

/**
 * What a screen can ask of who holds what. A hold tells other desks that something is being edited here; it keeps nobody
 * from anything. What is staged is held by itself.
 */
export const presenceCalls = {
  /** Edit a sub-composition in this screen: hold it, unless another desk does. */
  hold: { takes: Target, gives: nothing },
  /** Edit it no more. It stays held while something is staged for it. */
  release: { takes: Target, gives: nothing },
  /** Hold what another desk holds. It is told there, and stands in the as-run log. Errors: `call-invalid`. */
  takeOver: { takes: Target, gives: nothing },
  /** Say what this desk is called among the desks of a service. It is kept. */
  nameDesk: { takes: z.object({ name: DeskName }), gives: nothing },
} as const;

/** The member of the desk's view that tells of it. */
export const presenceMembers = { deskName: z.string() };
