import { z } from 'zod';
import { type LinkContract, nothing } from '../link/link.ts';

/**
 * A cue file in the drop folder.
 *
 * - `IMPORTED`: the rundown has its cues, possibly edited since.
 *
 * - `WAITING`: the show is locked.
 *
 * - `REFUSED`: the file has errors, so none of it was imported.
 */
export const DroppedFile = z.object({
  name: z.string(),
  state: z.enum(['IMPORTED', 'WAITING', 'REFUSED']),
  text: z.string(),
  /** Milliseconds since the epoch, when the state began. */
  at: z.number(),
});
export type DroppedFile = z.infer<typeof DroppedFile>;

export const dropFolderMembers = {
  /** `path` is null without a watched folder. `problem` explains why the folder is unreadable. */
  dropFolder: z.object({ path: z.string().nullable(), problem: z.string(), files: z.array(DroppedFile) }),
};

export const dropFolderCalls = {
  /** The absolute path of a folder on the desk's machine; null for none. */
  setDropFolder: { takes: z.object({ path: z.string().trim().min(1).max(4_000).nullable() }), gives: nothing },
} satisfies LinkContract['calls'];
