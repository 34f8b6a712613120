import { z } from 'zod';
import { ask, edit } from './call.ts';
import { Value } from '../model/field.ts';
import { DataPath, HeaderName, RowChoice, RowPage, RowPageQuery, Source, SourceId, SourceView } from './source.ts';

/** `stage` stages edits; `live` sends while the sub-composition is confirmed In, else stages; `hold` does nothing. */
export const DataMode = z.enum(['stage', 'live', 'hold']);
export type DataMode = z.infer<typeof DataMode>;

export const LinkedField = z.strictObject({
  path: DataPath,
  /** In the scene language; absent for the cell. `value` is the cell, other names are paths: `value & [team.name]`. */
  format: z.string().min(1).max(1_000).optional(),
  /**
   * For a row without the cell: `keep` leaves the field as it is, `refuse` refuses the row. By default the field
   * becomes empty, or the row is refused where the field cannot be empty.
   */
  absent: z.enum(['keep', 'refuse']).optional(),
});
export type LinkedField = z.infer<typeof LinkedField>;

/** Milliseconds: the time an eye needs to read a row. */
const shortestRotation = 1_000;

/** Connects one sub-composition to one source; at most one link each. */
export const DataLink = z.strictObject({
  subComposition: z.string().min(1),
  /** The name when linked, for messages after the sub-composition is removed. */
  name: z.string(),
  source: SourceId,
  row: RowChoice.default({ index: 0 }),
  fields: z.record(z.string(), LinkedField).default({}),
  mode: DataMode.default('stage'),
  /** Milliseconds until the next row; null for no rotation. */
  rotateEvery: z.int().min(shortestRotation).max(86_400_000).nullable().default(null),
});
export type DataLink = z.infer<typeof DataLink>;

export const SourceEdit = z.discriminatedUnion('edit', [
  z.strictObject({ edit: z.literal('addSource'), source: Source.omit({ id: true }) }),
  z.strictObject({ edit: z.literal('changeSource'), source: Source }),
  /** Refused while a link uses it. */
  z.strictObject({ edit: z.literal('removeSource'), source: SourceId }),
  /** Replaces any link of the sub-composition. */
  z.strictObject({ edit: z.literal('linkData'), link: DataLink }),
  z.strictObject({ edit: z.literal('unlinkData'), subComposition: z.string() }),
]);
export type SourceEdit = z.infer<typeof SourceEdit>;
export type WrittenSourceEdit = z.input<typeof SourceEdit>;

export const LinkView = z.object({
  mode: DataMode,
  row: RowChoice,
  /** From 0; null if unknown. */
  place: z.int().nullable(),
  /** The source is late or broken; the link keeps its last good data. */
  stale: z.boolean(),
  /**
   * By field: the value, why the field gets none, or that the field stays as it is because the row lacks the cell.
   * Fields without data yet are absent.
   */
  fields: z.record(
    z.string(),
    z.union([
      z.object({ value: Value }),
      /** `gone`: the show has no such field. */
      z.object({ problem: z.string(), gone: z.literal(true).optional() }),
      z.object({ kept: z.literal(true) }),
    ]),
  ),
  /** Fields edited by an operator since the mode and the row, or the row's key, were chosen; they keep their values. */
  edited: z.array(z.string()),
  /** Why the whole link does not work; empty if it does. */
  problem: z.string(),
});
export type LinkView = z.infer<typeof LinkView>;

export const dataMembers = {
  sources: z.array(Source),
  dataLinks: z.array(DataLink),
  sourceViews: z.record(z.string(), SourceView.omit({ at: true })),
  /** By source id: when its last good data was read or found unchanged (ms since the epoch). */
  sourceAges: z.record(z.string(), z.number()),
  linkViews: z.record(z.string(), LinkView),
};
/** Without the age, which changes all the time. */
export type ShownSource = Omit<SourceView, 'at'>;

export const dataCalls = {
  /** Returns the id of an added source; null for other edits. Errors: `call-invalid`. */
  editSources: edit(SourceEdit, SourceId.nullable()),
  sourceRows: ask(RowPageQuery, RowPage),
  /** Stores or deletes an HTTP source's secret, sent whole as `header`. Errors: `call-invalid`, `secrets-locked`. */
  setSourceSecret: edit(
    z.strictObject({
      source: SourceId,
      secret: z
        .string()
        .min(1)
        .max(10_000)
        .regex(/^[\t\x20-\x7e]*$/, 'expected characters that a header can have')
        .nullable(),
      header: HeaderName.default('authorization'),
    }),
  ),
} as const;
