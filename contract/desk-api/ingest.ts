import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Cue, CueGroup, CueId } from './cue.ts';

/** The most cues that a file may have. */
export const mostIngested = 5_000;

/** Bytes of the largest file of cues. */
export const mostIngestedBytes = 2 * 1024 * 1024;

/** The name of a file of cues. Its cues are known by it when a newer version of the file comes. */
export const IngestName = z.string().min(1).max(200);

/**
 * A rundown as other programs write it, in JSON. A cue that comes again with the same `id` is changed where it stands; one
 * without an `id` is known by its `number`. A target is named by its address, or by a name that no other sub-composition has.
 */
export const IngestedRundown = z
  .object({
    groups: z
      .array(
        CueGroup.omit({ id: true, cues: true }).extend({
          cues: z.array(Cue.omit({ id: true, from: true }).extend({ id: CueId.optional() })),
        }),
      )
      .max(1_000),
  })
  .meta({ id: 'IngestedRundown' });
export type IngestedRundown = z.infer<typeof IngestedRundown>;

/** A file of cues: a table (CSV or TSV, its first row names the columns) or JSON ({@link IngestedRundown}). */
const IngestFile = z.object({
  name: IngestName,
  /** At most 2 MiB, as base64. */
  file: z.base64({ error: 'expected a file as base64' }).max(2_800_000, { error: 'expected a file of at most 2 MiB' }),
  /** Absent: as its byte order mark says, else UTF-8. Nothing is guessed. */
  encoding: z.enum(['utf-8', 'windows-1252']).optional(),
  /** The rundown that it updates; null for a new one, named after the file. */
  into: CueId.nullable(),
});
export type IngestFile = z.infer<typeof IngestFile>;

/** What is wrong in a file, and where. */
export const IngestProblem = z.object({
  /** The row of a table, counted as a spreadsheet does: its first row names the columns. Null for the file as a whole. */
  row: z.int().nullable(),
  text: z.string(),
});
export type IngestProblem = z.infer<typeof IngestProblem>;

/** What a file would do to a rundown. */
export const IngestReport = z.object({
  /**
   * What each column of a table is taken for: `Number`, `Field Name`; empty if it is not used. None for JSON. `values` are its first
   * cells that are not empty, in short, and `more` says how many more there are.
   */
  columns: z.array(z.object({ name: z.string(), as: z.string(), values: z.array(z.string()), more: z.int() })),
  /** Nothing is imported while there is one. At most the first hundred. */
  problems: z.array(IngestProblem),
  /** How many more problems there are. */
  moreProblems: z.int(),
  /** How many cues are new, differ from what the rundown has, stay as they are, and go because the file no longer has them. */
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  removed: z.int(),
  /** Cues that the file no longer has and that stay, because something of them is on air or waits. As operators call them. */
  kept: z.array(z.string()),
  /** The first cues: what operators call each, and what it does. */
  sample: z.array(z.object({ cue: z.string(), does: z.string() })),
});
export type IngestReport = z.infer<typeof IngestReport>;

/** What a file would do to a rundown, and where it belongs. */
export const CheckedIngest = IngestReport.extend({
  /** The rundown that has most of its cues, which it updates unless another one is meant; null for none. */
  home: CueId.nullable(),
});
export type CheckedIngest = z.infer<typeof CheckedIngest>;

/** The calls that read cues from a file. */
export const ingestCalls = {
  /** Says what a file would do, and changes nothing. Errors: `call-invalid` for a rundown that is gone. */
  checkIngest: { takes: IngestFile, gives: CheckedIngest },
  /**
   * Imports a file as one edit, which is undone as one. What is on air stays as it was fired. Gives the rundown. Errors:
   * `call-invalid` if anything in it is wrong: then nothing is imported.
   */
  ingest: { takes: IngestFile, gives: z.object({ rundown: CueId, report: IngestReport }) },
} satisfies LinkContract['calls'];
