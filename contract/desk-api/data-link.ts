import { z } from 'zod';
import { Value } from '../model/field.ts';
import { DataPath, HeaderName, RowChoice, RowPage, RowPageQuery, Source, SourceId, SourceView } from './source.ts';

/**
 * What the data of a link does.
 *
 * - `stage`: it becomes edits that are not sent.
 * - `live`: while its sub-composition is confirmed In, it is sent; otherwise it becomes edits.
 * - `hold`: it does nothing.
 */
export const DataMode = z.enum(['stage', 'live', 'hold']);
export type DataMode = z.infer<typeof DataMode>;

/** What a field gets of a row. */
export const LinkedField = z.strictObject({
  /** Of the cell in its row. */
  path: DataPath,
  /**
   * An expression in the language of scenes; absent for the cell as it is. `value` is the cell, and other names are paths of
   * cells in the same row: `value & ' (' & [team.name] & ')'`.
   */
  format: z.string().min(1).max(1_000).optional(),
});
export type LinkedField = z.infer<typeof LinkedField>;

/** The shortest rotation in milliseconds: an eye needs as long to read a row. */
const shortestRotation = 1_000;

/** Connects one sub-composition with one source. A sub-composition has one link at most. */
export const DataLink = z.strictObject({
  /** Its address. */
  subComposition: z.string().min(1),
  /** Its name when it was linked, to say what is missing once it is gone. */
  name: z.string(),
  source: SourceId,
  /** The row that the link begins with. */
  row: RowChoice.default({ index: 0 }),
  /** By field. */
  fields: z.record(z.string(), LinkedField).default({}),
  /** The mode that the link begins with. */
  mode: DataMode.default('stage'),
  /** Milliseconds until the next row comes by itself; null for never. */
  rotateEvery: z.int().min(shortestRotation).max(86_400_000).nullable().default(null),
});
export type DataLink = z.infer<typeof DataLink>;

/** Everything that can be edited in sources and links, as data. */
export const SourceEdit = z.discriminatedUnion('edit', [
  z.strictObject({ edit: z.literal('addSource'), source: Source.omit({ id: true }) }),
  z.strictObject({ edit: z.literal('changeSource'), source: Source }),
  /** Refused while a link uses it. */
  z.strictObject({ edit: z.literal('removeSource'), source: SourceId }),
  /** Adds a link, or replaces that of its sub-composition. */
  z.strictObject({ edit: z.literal('linkData'), link: DataLink }),
  z.strictObject({ edit: z.literal('unlinkData'), subComposition: z.string() }),
]);
export type SourceEdit = z.infer<typeof SourceEdit>;
/** An edit as it is written, without what has a default. */
export type WrittenSourceEdit = z.input<typeof SourceEdit>;

/** What is known of one link. */
export const LinkView = z.object({
  mode: DataMode,
  row: RowChoice,
  /** The place of that row, counted from 0; null if it is not known. */
  place: z.int().nullable(),
  /** The data of its source is late or broken: what it gives is the last that was good. */
  stale: z.boolean(),
  /** By field, what it gets, or in a sentence why it gets nothing. A field of which nothing was read yet is not in it. */
  fields: z.record(z.string(), z.union([z.object({ value: Value }), z.object({ problem: z.string() })])),
  /** The fields that an operator edited since the row and the mode were chosen: they keep what the operator gave them. */
  edited: z.array(z.string()),
  /** Why the link does nothing at all; empty if it works. */
  problem: z.string(),
});
export type LinkView = z.infer<typeof LinkView>;

/** The members of the desk's view about live data. */
export const dataMembers = {
  sources: z.array(Source),
  dataLinks: z.array(DataLink),
  /** By id of the source. */
  sourceViews: z.record(z.string(), SourceView.omit({ at: true })),
  /** By id of the source: when its last good data was read or found unchanged (ms since the epoch). */
  sourceAges: z.record(z.string(), z.number()),
  /** By address, what is known of each link. */
  linkViews: z.record(z.string(), LinkView),
};
/** A source as screens get it: without its age, which changes all the time. */
export type ShownSource = Omit<SourceView, 'at'>;

/** The calls about live data. */
export const dataCalls = {
  /** Returns the id of the source that was added; null for any other edit. Errors: `call-invalid`. */
  editSources: { takes: SourceEdit, gives: SourceId.nullable() },
  /** Some rows of a source. */
  sourceRows: { takes: RowPageQuery, gives: RowPage },
  /**
   * Keeps the secret of an HTTP source in the secret store, or forgets it. It is sent as this header, whole. Errors:
   * `call-invalid`, `secrets-locked`.
   */
  setSourceSecret: {
    takes: z.strictObject({
      source: SourceId,
      secret: z
        .string()
        .min(1)
        .max(10_000)
        .regex(/^[\t\x20-\x7e]*$/, 'expected characters that a header can have')
        .nullable(),
      header: HeaderName.default('authorization'),
    }),
    gives: z.null(),
  },
} as const;
