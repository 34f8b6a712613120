import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';

/**
 * A file of cues in the drop folder.
 *
 * - `IMPORTED`: the rundown has its cues, as the file has them or as somebody edited them since.
 * - `WAITING`: the show is locked.
 * - `REFUSED`: something in it is wrong, so nothing of it was imported.
 */
export const DroppedFile = z.object({
  name: z.string(),
  state: z.enum(['IMPORTED', 'WAITING', 'REFUSED']),
  /** Why it waits or was refused, in a sentence. */
  text: z.string(),
  /** When that became so: milliseconds since the epoch. */
  at: z.number(),
});
export type DroppedFile = z.infer<typeof DroppedFile>;

/** The members of the desk's view about the drop folder. */
export const dropFolderMembers = {
  /** `path` is null while no folder is watched. `problem` says why it cannot be read; empty if it can. */
  dropFolder: z.object({ path: z.string().nullable(), problem: z.string(), files: z.array(DroppedFile) }),
};

/** The calls about the drop folder. */
export const dropFolderCalls = {
  /** Watches this folder of the machine of the desk, by its absolute path; null for none. */
  setDropFolder: { takes: z.object({ path: z.string().trim().min(1).max(4_000).nullable() }), gives: z.null() },
} satisfies LinkContract['calls'];
