import { z } from 'zod';
import type { LinkContract } from '../link/link.ts';
import { Cue, CueGroup, CueId } from './cue.ts';

export const mostIngested = 5_000;

export const mostIngestedBytes = 2 * 1024 * 1024;

/** A newer version of a file is matched to its cues by this name. */
export const IngestName = z.string().min(1).max(200);

/**
 * A rundown in JSON from other programs. Known cues are updated in place, matched by `id` or else by `number`. Targets
 * are addresses or unique names.
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

/** CSV or TSV (the first row names the columns), or JSON ({@link IngestedRundown}). */
const IngestFile = z.object({
  name: IngestName,
  /** At most 2 MiB, as base64. */
  file: z.base64({ error: 'expected a file as base64' }).max(2_800_000, { error: 'expected a file of at most 2 MiB' }),
  /** Absent: from the byte order mark, else UTF-8. */
  encoding: z.enum(['utf-8', 'windows-1252']).optional(),
  /** Null creates a rundown named after the file. */
  into: CueId.nullable(),
});
export type IngestFile = z.infer<typeof IngestFile>;

export const IngestProblem = z.object({
  /** A spreadsheet row number, where row 1 has the column names. Null for the whole file. */
  row: z.int().nullable(),
  text: z.string(),
});
export type IngestProblem = z.infer<typeof IngestProblem>;

export const IngestReport = z.object({
  /**
   * How each table column is interpreted (`as` is empty if unused); empty for JSON. `values` are its first non-empty
   * cells, `more` counts the rest.
   */
  columns: z.array(z.object({ name: z.string(), as: z.string(), values: z.array(z.string()), more: z.int() })),
  /** Any problem prevents the import. At most the first hundred. */
  problems: z.array(IngestProblem),
  moreProblems: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  removed: z.int(),
  /** Cues missing from the file, but kept because they are on air or waiting. */
  kept: z.array(z.string()),
  sample: z.array(z.object({ cue: z.string(), does: z.string() })),
});
export type IngestReport = z.infer<typeof IngestReport>;

export const CheckedIngest = IngestReport.extend({
  /** The rundown with most of its cues, and the default to update; null for none. */
  home: CueId.nullable(),
});
export type CheckedIngest = z.infer<typeof CheckedIngest>;

export const ingestCalls = {
  /** Changes nothing. Errors: `call-invalid` for a removed rundown. */
  checkIngest: { takes: IngestFile, gives: CheckedIngest },
  /**
   * Imports a file as one edit and one undo step; cues on air do not change. Errors: `call-invalid` for any problem,
   * and imports nothing.
   */
  ingest: { takes: IngestFile, gives: z.object({ rundown: CueId, report: IngestReport }) },
} satisfies LinkContract['calls'];
