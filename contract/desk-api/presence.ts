import { z } from 'zod';
import { ask, edit } from './call.ts';
import { CueId } from './cue.ts';
import { deskNameLength } from '../service-api/desk-presence.ts';

export const DeskName = z.string().trim().min(1).max(deskNameLength);

/** A cursor in a field. `hand`: the screen; `words`: it has typed words there that are not committed. */
export const FieldEditor = z.object({ hand: z.string(), field: z.string(), words: z.boolean() });
export type FieldEditor = z.infer<typeof FieldEditor>;

export const OfAddress = z.object({ address: z.string() });
const CursorChange = z.object({ field: z.string(), now: z.boolean() });
/** A hold shows other desks an edit here, but blocks no operation. A desk holds everything it has staged. */
export const presenceCalls = {
  /** Holds the sub-composition unless another desk does. */
  hold: ask(OfAddress),
  /** The hold stays while edits are staged. */
  release: ask(OfAddress),
  /**
   * This screen's cursor enters or leaves a text field. Takes of others include the words typed there only after
   * the cursor has left. A cue stores whole words only, so its cursors are for the eyes of the other screens.
   */
  typing: ask(z.union([CursorChange.extend(OfAddress.shape), CursorChange.extend({ cue: CueId })])),
  /** The other desk gets a notice and an as-run log line. Errors: `call-invalid`. */
  takeOver: ask(OfAddress),
  nameDesk: edit(z.object({ name: DeskName })),
} as const;

export const presenceMembers = {
  deskName: z.string(),
  /** By cue. */
  cueEditors: z.record(z.string(), z.array(FieldEditor)),
};
