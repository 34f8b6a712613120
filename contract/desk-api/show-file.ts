import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Rundown } from './cue.ts';
import { ConnectionKind } from './connections.ts';
import { ControllerBinding } from './controller.ts';
import { DataLink } from './data-link.ts';
import { Delivery } from './delivery.ts';
import { KeyBinding } from './key-binding.ts';
import { Layout } from './layout.ts';
import { Look } from './look.ts';
import { Retarget } from './rundown-edit.ts';
import { Source, SourceId } from './source.ts';

/**
 * The version of show files that this program writes. Version 2 has what keys and controls do, and the layout. Its upgrades are in
 * `node/show/show-upgrades.ts`.
 */
export const showVersion = 2;

/** An earlier version of the show. */
export const ShowVersion = z.object({
  id: z.string().max(100),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** The edit that made it, in words: `Delete 3 cues`; empty where nobody knows. */
  edit: z.string(),
});
export type ShowVersion = z.infer<typeof ShowVersion>;

/** The compositions that an app instance has loaded, as they go to another machine. */
export const PackedApp = z.object({
  /** The key of the app instance. */
  app: z.string(),
  name: z.string().min(1).max(200),
  compositions: z.array(
    z.object({
      name: z.string(),
      /** Positions of the outputs that show it, from 0. */
      outputs: z.array(z.int().min(0).max(100)),
      content: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type PackedApp = z.infer<typeof PackedApp>;

/** An app instance that a show is for: where it is, is for people, and secrets are never there. */
export const ShowConnection = z.object({
  app: z.string(),
  name: z.string(),
  kind: ConnectionKind,
  service: z.string(),
});
export type ShowConnection = z.infer<typeof ShowConnection>;

/** A show as a file that goes to another machine. Nothing in it is secret. */
export const CarriedShow = z.object({
  version: z.literal(showVersion),
  /** The app instances that its addresses name. */
  connections: z.array(ShowConnection),
  rundowns: z.array(Rundown),
  looks: z.array(Look),
  /** Without their secrets, and without what was allowed for the machine that made the file. */
  sources: z.array(Source),
  dataLinks: z.array(DataLink),
  keys: z.array(KeyBinding),
  /** What controls of controllers do. */
  controls: z.array(ControllerBinding),
  /** How the screen is arranged; absent where nobody arranged it. */
  layout: Layout.optional(),
  /** The compositions of its app instances, if the file was packed with them. */
  compositions: z.array(PackedApp),
  /** The media in the file: the path of each, and what people call it. */
  media: z.array(z.object({ path: z.string(), name: z.string() })),
  /** The files of sources in the file, if it was packed with them: the path of each there, and what it was called. Files from before have none. */
  files: z.array(z.object({ source: SourceId, path: z.string(), name: z.string() })).default([]),
});
export type CarriedShow = z.infer<typeof CarriedShow>;

/** A file that a source reads, on the machine where that is said. */
export const SourceFile = z.object({
  source: z.string(),
  path: z.string(),
  /** Why it does not go along, in a sentence; empty if it does. */
  problem: z.string(),
});
export type SourceFile = z.infer<typeof SourceFile>;

/** A part of a show that can be taken from a file alone. */
export const ShowPart = z.enum(['compositions', 'rundowns', 'looks', 'data', 'keys', 'controls', 'layout']);
export type ShowPart = z.infer<typeof ShowPart>;

/** What a show file has, and what of it is not here. */
export const ShowReport = z.object({
  /** How many of each part; of live data, its sources; of compositions, their app instances. */
  counts: z.record(ShowPart, z.int()),
  /** The app instances that it is for and this desk does not have, and the cues and so on that name each. */
  missingApps: z.array(
    z.object({ app: z.string(), name: z.string(), service: z.string(), usedBy: z.array(z.string()) }),
  ),
  /** The sub-compositions and fields that app instances of this desk do not have, by name, and the cues and so on that name each. */
  missing: z.array(z.object({ name: z.string(), usedBy: z.array(z.string()) })),
  /**
   * What its sources read where it was made: a path or an address; empty if the text is pushed. `file` says whether the file at a path is
   * in this one; null for what is no file.
   */
  reads: z.array(z.object({ source: z.string(), from: z.string(), file: z.enum(['packed', 'apart']).nullable() })),
  /** What of it is wrong and left out, in sentences. */
  wrong: z.array(z.string()),
});
export type ShowReport = z.infer<typeof ShowReport>;

/** What is in a show file that was made, and how it reaches the operator. */
export const ExportedShow = z.object({
  delivery: Delivery,
  /** How many of each part, as {@link ShowReport} counts them. */
  counts: z.record(ShowPart, z.int()),
  /** What the media in it are called. */
  media: z.array(z.string()),
  /** The sources that read a file of this machine. */
  files: z.array(SourceFile),
});
export type ExportedShow = z.infer<typeof ExportedShow>;

/** What became of parts of a show file that were added. */
export const ImportedShow = z.object({
  /** The names of media that the file lacks. */
  left: z.array(z.string()),
  /** The parts that it has nothing of: what is here of them stays. */
  lacking: z.array(ShowPart),
  /** The files that its sources read now. */
  files: z.array(SourceFile),
});
export type ImportedShow = z.infer<typeof ImportedShow>;

/** A show file: its bytes as base64, of at most 8 MiB, its absolute path on the machine of the desk, or an earlier version. */
const ShowFileGiven = z.union([
  z.object({
    file: z
      .base64({ error: 'expected a file as base64' })
      .max(11_200_000, { error: 'expected a file of at most 8 MiB' }),
  }),
  z.object({ path: z.string().trim().min(1).max(4_000) }),
  z.object({ version: z.string().min(1).max(100) }),
]);
export type ShowFileGiven = z.infer<typeof ShowFileGiven>;

/** The members of the desk's view about the file of the show. */
export const showMembers = {
  /**
   * App instances that the desk has not open. `awaited`: a connection is to open it; the others are gone, and the show is for them, or
   * was. One that the show names and that is nowhere here is gone too, and nobody kept what it was called.
   */
  absentApps: z.array(z.object({ app: z.string(), name: z.string(), awaited: z.boolean() })),
  /** Its absolute path on the machine of the desk, while no screen has opened it; null for none. */
  givenShow: z.string().nullable(),
};

/** The calls about a show file that the system handed to the desk. */
export const givenShowCalls = {
  /** This screen opens it. */
  takeGivenShow: { takes: z.object({ path: z.string().max(4_000) }), gives: z.null() },
} satisfies LinkContract['calls'];

/** The calls about the file of the show. */
export const showCalls = {
  /** Newest first. */
  listVersions: { takes: z.object({}), gives: z.array(ShowVersion) },
  /**
   * Makes these parts of an earlier version the present ones, as one edit; what the version says nothing of stays. Errors:
   * `call-invalid` if it cannot be read, and if a cue that would go still waits.
   */
  restoreVersion: {
    takes: z.object({ id: z.string().max(100), parts: z.array(ShowPart.exclude(['compositions'])).min(1) }),
    gives: z.null(),
  },
  /**
   * Puts other sub-compositions, fields and app instances in the place of those that are gone, in cues, looks, live data, keys and controls
   * alike. A target with the same address twice puts fields alone in the place of others. `apps` is for what names an app instance as a
   * whole. Errors: `call-invalid` if nothing names them.
   */
  repairShow: {
    takes: z.object({
      targets: z.array(Retarget).max(10_000),
      apps: z
        .array(z.object({ from: z.string(), to: z.string() }))
        .max(100)
        .default([]),
    }),
    gives: z.null(),
  },
  /**
   * Makes a file of the show for another machine, without secrets; `pack` with the compositions, media and files of sources that it needs. Errors:
   * `call-invalid` and `not-connected` if those of an app instance cannot be read.
   */
  exportShow: { takes: z.object({ pack: z.literal(true).optional() }), gives: ExportedShow },
  /** Says what a show file has, and changes nothing. Errors: `call-invalid` if it is damaged, or of a newer version. */
  readShow: { takes: z.object({ given: ShowFileGiven }), gives: ShowReport },
  /**
   * Adds parts of a show file: its rundowns as one edit, looks by their names, sources, links in place of those of the same
   * sub-compositions, keys and controls in place of those that are mapped now. Compositions become app instances of the service of this desk,
   * and the other parts then name those. Files of sources are put among those of this desk, never over another, and their sources read those.
   * Errors: as `readShow`, `backup-refused` if that service cannot be reached, and `call-invalid` if a file cannot be put there.
   */
  importShow: {
    takes: z.object({ given: ShowFileGiven, parts: z.array(ShowPart).min(1) }),
    gives: ImportedShow,
  },
} satisfies LinkContract['calls'];
