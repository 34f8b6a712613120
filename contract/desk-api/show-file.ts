import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Rundown } from './cue.ts';
import { ConnectionKind } from './connections.ts';
import { DataLink } from './data-link.ts';
import { Delivery } from './delivery.ts';
import { KeyBinding } from './key-binding.ts';
import { Look } from './look.ts';
import { Source } from './source.ts';

/** An earlier version of the show. */
export const ShowVersion = z.object({
  id: z.string().max(100),
  /** When it was written: milliseconds since the epoch. */
  at: z.number(),
  /** The edit that made it, in words: `Delete 3 cues`; empty where nobody knows. */
  edit: z.string(),
});
export type ShowVersion = z.infer<typeof ShowVersion>;

/** A show as a file that goes to another machine. Nothing in it is secret. */
export const CarriedShow = z.object({
  version: z.literal(1),
  /** The app instances that its addresses name: where they are is for people, and secrets are never there. */
  connections: z.array(z.object({ app: z.string(), name: z.string(), kind: ConnectionKind, service: z.string() })),
  rundowns: z.array(Rundown),
  looks: z.array(Look),
  /** Without their secrets, and without what was allowed for the machine that made the file. */
  sources: z.array(Source),
  dataLinks: z.array(DataLink),
  keys: z.array(KeyBinding),
});
export type CarriedShow = z.infer<typeof CarriedShow>;

/** A part of a show that can be taken from a file alone. */
export const ShowPart = z.enum(['rundowns', 'looks', 'data', 'keys']);
export type ShowPart = z.infer<typeof ShowPart>;

/** What a show file has, and what of it is not here. */
export const ShowReport = z.object({
  /** How many of each part; of live data, its sources. */
  counts: z.record(ShowPart, z.int()),
  /** The app instances that it names and this desk does not have. */
  missingApps: z.array(z.object({ app: z.string(), name: z.string(), service: z.string() })),
  /** The sub-compositions that app instances of this desk do not have, by name, and the cues and live data that name each. */
  missing: z.array(z.object({ name: z.string(), usedBy: z.array(z.string()) })),
  /** What its sources would read: a path or an address; empty if the text is pushed. */
  reads: z.array(z.object({ source: z.string(), from: z.string() })),
});
export type ShowReport = z.infer<typeof ShowReport>;

const ShowUpload = z.object({
  /** Base64, of at most 8 MiB. */
  file: z.base64({ error: 'expected a file as base64' }).max(11_200_000, { error: 'expected a file of at most 8 MiB' }),
});

/** The calls about the file of the show. */
export const showCalls = {
  /** The earlier versions, newest first. */
  listVersions: { takes: z.object({}), gives: z.array(ShowVersion) },
  /** Makes the rundowns of an earlier version the present ones, as one edit. Errors: `call-invalid` if it cannot be read. */
  restoreVersion: { takes: z.object({ id: z.string().max(100) }), gives: z.null() },
  /** Makes a file of the show for another machine, without secrets. */
  exportShow: { takes: z.object({}), gives: Delivery },
  /** Says what a show file has, and changes nothing. Errors: `call-invalid` if it is damaged, or of a newer version. */
  readShow: { takes: ShowUpload, gives: ShowReport },
  /**
   * Adds parts of a show file: its rundowns as one edit, looks by their names, sources, links in place of those of the same
   * sub-compositions, keys in place of those that are mapped now.
   * Errors: as `readShow`.
   */
  importShow: { takes: ShowUpload.extend({ parts: z.array(ShowPart).min(1) }), gives: z.null() },
} satisfies LinkContract['calls'];
