import { z } from 'zod';
import { ask, edit } from './call.ts';
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

/** The version of show files that this program writes. The upgrades to it are in `node/show/show-text.ts`. */
export const showVersion = 1;

export const ShowVersion = z.object({
  id: z.string().max(100),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** The edit that made it: `Delete 3 cues`; empty if unknown. */
  edit: z.string(),
});
export type ShowVersion = z.infer<typeof ShowVersion>;

export const PackedApp = z.object({
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

/** `service` is for people; secrets are never included. */
export const ShowConnection = z.object({
  app: z.string(),
  name: z.string(),
  kind: ConnectionKind,
  service: z.string(),
});
export type ShowConnection = z.infer<typeof ShowConnection>;

/** A show file for another machine, without secrets. */
export const CarriedShow = z.object({
  version: z.literal(showVersion),
  connections: z.array(ShowConnection),
  rundowns: z.array(Rundown),
  looks: z.array(Look),
  /** Without secrets and without permissions meant for the exporting machine. */
  sources: z.array(Source),
  dataLinks: z.array(DataLink),
  keys: z.array(KeyBinding),
  controls: z.array(ControllerBinding),
  layout: Layout.optional(),
  /** Only in a packed file. */
  compositions: z.array(PackedApp),
  media: z.array(z.object({ path: z.string(), name: z.string() })),
  /** Source files in a packed file, with their original names. Older files have none. */
  files: z.array(z.object({ source: SourceId, path: z.string(), name: z.string() })).default([]),
});
export type CarriedShow = z.infer<typeof CarriedShow>;

export const SourceFile = z.object({ source: z.string(), path: z.string(), problem: z.string() });
export type SourceFile = z.infer<typeof SourceFile>;

export const ShowPart = z.enum(['compositions', 'rundowns', 'looks', 'data', 'keys', 'controls', 'layout']);
export type ShowPart = z.infer<typeof ShowPart>;

export const ShowReport = z.object({
  /** For live data, the number of sources; for compositions, of app instances. */
  counts: z.record(ShowPart, z.int()),
  /** App instances missing on this desk, with the cues and other users of each. */
  missingApps: z.array(
    z.object({ app: z.string(), name: z.string(), service: z.string(), usedBy: z.array(z.string()) }),
  ),
  /** Missing sub-compositions and fields of this desk's app instances, with their users. */
  missing: z.array(z.object({ name: z.string(), usedBy: z.array(z.string()) })),
  /** Path or address on the exporting machine; empty for pushed text. `file`: if packed; null for other sources. */
  reads: z.array(z.object({ source: z.string(), from: z.string(), file: z.enum(['packed', 'apart']).nullable() })),
  /** Names of what an import of each part would take away here or put in another form. */
  replaces: z.partialRecord(ShowPart, z.array(z.string())),
  wrong: z.array(z.string()),
});
export type ShowReport = z.infer<typeof ShowReport>;

export const ExportedShow = z.object({
  delivery: Delivery,
  counts: z.record(ShowPart, z.int()),
  media: z.array(z.string()),
  files: z.array(SourceFile),
});
export type ExportedShow = z.infer<typeof ExportedShow>;

export const ImportedShow = z.object({
  left: z.array(z.string()),
  /** Parts without content in the file; the desk keeps its own. */
  lacking: z.array(ShowPart),
  files: z.array(SourceFile),
});
export type ImportedShow = z.infer<typeof ImportedShow>;

/** Base64 of at most 8 MiB, an absolute path on the desk's machine, or an earlier version. */
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

export const showMembers = {
  /** Apps that are not open. `awaited`: a connection will open it; the others are missing, and may have no name. */
  absentApps: z.array(z.object({ app: z.string(), name: z.string(), awaited: z.boolean() })),
  /** Absolute path on the desk's machine until a screen opens the file; null for none. */
  givenShow: z.string().nullable(),
};

export const givenShowCalls = { takeGivenShow: ask(z.object({ path: z.string().max(4_000) })) };

export const showCalls = {
  /** Newest first. */
  listVersions: ask(z.object({}), z.array(ShowVersion)),
  /** Restores these parts as one edit. Errors: `call-invalid` if it is unreadable, or would remove a waiting cue. */
  restoreVersion: edit(
    z.object({ id: z.string().max(100), parts: z.array(ShowPart.exclude(['compositions'])).min(1) }),
  ),
  /**
   * Replaces missing sub-compositions, fields and app instances in the whole show. A target with equal addresses
   * replaces only fields; `apps` is for references to whole app instances. Errors: `call-invalid` if nothing uses them.
   */
  repairShow: edit(
    z.object({
      targets: z.array(Retarget).max(10_000),
      apps: z
        .array(z.object({ from: z.string(), to: z.string() }))
        .max(100)
        .default([]),
    }),
  ),
  /** Without secrets; `pack` adds compositions (else `call-invalid`, `not-connected`), media and source files. */
  exportShow: ask(z.object({ pack: z.literal(true).optional() }), ExportedShow),
  /** Changes nothing. Errors: `call-invalid` if the file is damaged or newer. */
  readShow: ask(z.object({ given: ShowFileGiven }), ShowReport),
  /**
   * Adds rundowns as one edit, looks by name, and sources; replaces links, keys and controls. Compositions become app
   * instances of the desk's service, which the other parts then use. Source files never overwrite existing ones.
   * Errors: as `readShow`, `backup-refused` if the service is unreachable, `call-invalid` if a file cannot be stored.
   */
  importShow: edit(z.object({ given: ShowFileGiven, parts: z.array(ShowPart).min(1) }), ImportedShow),
};
