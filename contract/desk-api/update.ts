import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';

export const About = z.object({
  /** As operators see it, marked if nobody signed it: `1.2.0 UNSIGNED`. */
  version: z.string(),
  /** The time of the last change that is in it (ISO 8601); null where it runs from its sources. */
  changedAt: z.iso.datetime().nullable(),
  /** The system and the processor, in words. */
  machine: z.string(),
  /** A sentence; empty if the desk can be updated from a folder. */
  notUpdatable: z.string(),
  /** Whether the desk can ask for a folder by a dialog of the system. */
  asksForFolder: z.boolean(),
  /** The version whose installer was kept for the step back; null for none. */
  stepBack: z.string().nullable(),
  /** Why there is no step back from the next update, in a sentence; empty if there is, or if there are no updates. */
  notKept: z.string(),
});
export type About = z.infer<typeof About>;

/** Settings, show, preparations, secrets and database, as they were when they were copied. */
export const DataCopy = z.object({
  id: z.string().max(200),
  /** When it was made (ISO 8601). */
  at: z.iso.datetime(),
  /** The version that had written them. */
  version: z.string(),
  /** Whether something here has been written in a newer form since, which that version refuses to read. */
  outgrown: z.boolean(),
});
export type DataCopy = z.infer<typeof DataCopy>;

/** Where a release is: a folder, absolute, on the machine of the desk; or the one that was kept for the step back. */
export const UpdateSource = z.union([
  z.object({ folder: z.string().min(1).max(4_096) }),
  z.object({ kept: z.string() }),
]);
export type UpdateSource = z.infer<typeof UpdateSource>;

const Asked = z.object({
  from: UpdateSource,
  /** Whether an older version is wanted. Without it only a newer one is accepted. */
  stepBack: z.boolean(),
});

/** A release whose signature and installer were checked, for the operator to decide. */
export const UpdateOffer = z.object({
  version: z.string(),
  released: z.string().nullable(),
  expires: z.string(),
  /** What changed, for operators, as Markdown; empty if the release does not say. */
  changes: z.string(),
  /** What is handed to the system. */
  installer: z.object({ name: z.string(), bytes: z.int(), sha256: z.string() }),
  /** Whether it is the version that runs: its installer can be kept for a step back, and is not installed. */
  runs: z.boolean(),
  /** Why it may not be installed now, a sentence each; empty if it may. */
  notNow: z.array(z.string()),
  /** For a step back: the copy that version wrote, if there is one. */
  copy: DataCopy.nullable(),
});
export type UpdateOffer = z.infer<typeof UpdateOffer>;

/** How a checked installer reached the system: it runs and the desk ends, or somebody runs this command. */
export const HandOver = z.discriminatedUnion('how', [
  z.object({ how: z.literal('started') }),
  z.object({ how: z.literal('command'), command: z.string() }),
]);
export type HandOver = z.infer<typeof HandOver>;

/** The calls about the version that runs, and the one that could. Nothing of it ever happens by itself. */
export const updateCalls = {
  about: { takes: z.object({}), gives: About },
  /** The licences of everything of others that is inside, as one text. */
  licences: { takes: z.object({}), gives: z.object({ text: z.string() }) },
  /** Asks for a folder by a dialog of the system. Gives null if the operator chose none. Errors: `call-invalid`. */
  chooseUpdateFolder: { takes: z.object({}), gives: z.object({ folder: z.string().nullable() }) },
  /** Checks what is in a folder. Errors: `update-refused`. */
  findUpdate: { takes: Asked, gives: UpdateOffer },
  /** Keeps the installer of the version that runs, which came from elsewhere, for a step back to it. Errors: `update-refused`. */
  keepInstaller: { takes: z.object({ from: UpdateSource, sha256: z.string() }), gives: About },
  /**
   * Saves everything, copies it, copies the installer to a place of the desk's own, checks that copy, and hands it to the system. `sha256`
   * is that of the installer that was offered. `restore` is the id of the copy that the version before gets back at its start. Errors:
   * `update-refused`.
   */
  installUpdate: {
    takes: Asked.extend({ sha256: z.string(), restore: z.string().max(200).nullable() }),
    gives: HandOver,
  },
  /** The copies that were made before updates, the newest first. */
  dataCopies: { takes: z.object({}), gives: z.array(DataCopy) },
  /** Brings a copy back at the next start of this version. What is there then is copied first. Errors: `update-refused`. */
  restoreData: { takes: z.object({ id: z.string().max(200) }), gives: z.null() },
} satisfies LinkContract['calls'];
