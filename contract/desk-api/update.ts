import { z } from 'zod';
import { ask, edit } from './call.ts';

export const About = z.object({
  /** For operators, with a mark if unsigned: `1.2.0 UNSIGNED`. */
  version: z.string(),
  /** ISO 8601 time of the last included change; null when run from source. */
  changedAt: z.iso.datetime().nullable(),
  machine: z.string(),
  /** A sentence; empty if the desk can be updated from a folder. */
  notUpdatable: z.string(),
  asksForFolder: z.boolean(),
  stepBack: z.string().nullable(),
  /** Why the next update cannot be reverted; empty if it can, or without updates. */
  notKept: z.string(),
});
export type About = z.infer<typeof About>;

/** A copy of settings, show, preparations, secrets and database. */
export const DataCopy = z.object({
  id: z.string().max(200),
  at: z.iso.datetime(),
  version: z.string(),
  /** Whether newer data formats now exist here that this version refuses to read. */
  outgrown: z.boolean(),
});
export type DataCopy = z.infer<typeof DataCopy>;

/** An absolute folder on the desk's machine, or the version kept for the step back. */
export const UpdateSource = z.union([
  z.object({ folder: z.string().min(1).max(4_096) }),
  z.object({ kept: z.string() }),
]);
export type UpdateSource = z.infer<typeof UpdateSource>;

const AskedUpdate = z.object({
  from: UpdateSource,
  /** Accepts an older version; otherwise only a newer one. */
  stepBack: z.boolean(),
});

/** A release with verified signature and installer. */
export const UpdateOffer = z.object({
  version: z.string(),
  released: z.string().nullable(),
  expires: z.string(),
  /** Markdown for operators; empty if the release has no notes. */
  changes: z.string(),
  installer: z.object({ name: z.string(), bytes: z.int(), sha256: z.string() }),
  /** The running version: its installer can be kept but not installed. */
  runs: z.boolean(),
  notNow: z.array(z.string()),
  copy: DataCopy.nullable(),
});
export type UpdateOffer = z.infer<typeof UpdateOffer>;

/** The installer runs and the desk ends, or an operator runs this command. */
export const HandOver = z.discriminatedUnion('how', [
  z.object({ how: z.literal('started') }),
  z.object({ how: z.literal('command'), command: z.string() }),
]);
export type HandOver = z.infer<typeof HandOver>;

/** Updates never happen automatically. */
export const updateCalls = {
  about: ask(z.object({}), About),
  licences: ask(z.object({}), z.object({ text: z.string() })),
  /** Returns null if the operator chose none. Errors: `call-invalid`. */
  chooseUpdateFolder: ask(z.object({}), z.object({ folder: z.string().nullable() })),
  /** Errors: `update-refused`. */
  findUpdate: ask(AskedUpdate, UpdateOffer),
  /** Keeps the running version's installer, for a step back to it. Errors: `update-refused`. */
  keepInstaller: ask(z.object({ from: UpdateSource, sha256: z.string() }), About),
  /**
   * Saves and copies all data, then copies, checks and starts the installer. `sha256`: the offered installer;
   * `restore`: the copy that the earlier version restores at its start. Errors: `update-refused`.
   */
  installUpdate: ask(AskedUpdate.extend({ sha256: z.string(), restore: z.string().max(200).nullable() }), HandOver),
  dataCopies: ask(z.object({}), z.array(DataCopy)),
  /** Restores a copy at the next start of this version, after copying the present data. Errors: `update-refused`. */
  restoreData: edit(z.object({ id: z.string().max(200) })),
};
