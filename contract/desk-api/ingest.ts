import { z } from 'zod';
import { ask, edit } from './call.ts';
import { Cue, CueGroup, CueId, filedMembers } from './cue.ts';

export const mostIngested = 5_000;

export const mostIngestedBytes = 2 * 1024 * 1024;

/** A newer version of a file is matched to its cues by this name. */
const IngestName = z.string().min(1).max(200);

/**
 * JSON of other programs. Known cues, by `id` or else by `number` and `name`, are updated. Targets: addresses or unique
 * names.
 */
export const IngestedRundown = z
  .object({
    groups: z
      .array(
        CueGroup.omit({ id: true, from: true, cues: true }).extend({
          cues: z.array(Cue.omit({ id: true, from: true, edited: true }).extend({ id: CueId.optional() })),
        }),
      )
      .max(1_000),
  })
  .meta({ id: 'IngestedRundown' });

/** The name that a column goes by instead of its own; empty to leave the column out. The key is its own name. */
export const ColumnNames = z.record(z.string().max(200), z.string().max(200));
export type ColumnNames = z.infer<typeof ColumnNames>;

/** CSV or TSV (the first row names the columns), or JSON ({@link IngestedRundown}). */
const IngestFile = z.object({
  name: IngestName,
  /** At most 2 MiB, as base64. */
  file: z.base64({ error: 'expected a file as base64' }).max(2_800_000, { error: 'expected a file of at most 2 MiB' }),
  /** Absent: from the byte order mark, else UTF-8. */
  encoding: z.enum(['utf-8', 'windows-1252']).optional(),
  /** Absent: as at the last import of a file of this name. */
  columns: ColumnNames.optional(),
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
  /** How columns are read (`as`: empty if unused), with their first non-empty cells and the count of more. */
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
  /** Cues of which an operator's edit stays although the file says otherwise, with the members. */
  edited: z.array(z.object({ cue: z.string(), members: z.array(z.enum(filedMembers)) })),
  /** Cues of the operator whose number the file has, with the numbers that they get. */
  renumbered: z.array(z.object({ cue: z.string(), number: z.string() })),
  sample: z.array(z.object({ cue: z.string(), does: z.string() })),
});
export type IngestReport = z.infer<typeof IngestReport>;

export const CheckedIngest = IngestReport.extend({
  /** The names in use, given or from the last import of a file of this name. */
  names: ColumnNames,
  /** The names that a column may go by. `as` says what such a column is, as in `columns`. */
  choices: z.array(z.object({ name: z.string(), as: z.string() })),
  /** The rundown with most of its cues, and the default to update; null for none. */
  home: CueId.nullable(),
  /** The cues that `removed` counts: a screen says which of them is next. */
  removes: z.array(CueId),
});
export type CheckedIngest = z.infer<typeof CheckedIngest>;

export const ingestCalls = {
  /** Changes nothing. Errors: `call-invalid` for a removed rundown. */
  checkIngest: ask(IngestFile, CheckedIngest),
  /** Cues on air do not change. Errors: `call-invalid` for any problem, all or nothing. */
  ingest: edit(IngestFile, z.object({ rundown: CueId, report: IngestReport })),
};

export const DroppedFile = z.object({
  name: z.string(),
  /** `WAITING`: the show is locked. `REFUSED`: the file has errors, so none of it was imported. */
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
  setDropFolder: edit(z.object({ path: z.string().trim().min(1).max(4_000).nullable() })),
};
