import { z } from 'zod';

export const SourceId = z.string().min(1).max(100);

/** A path in data text: `team.home.name`, `players[2].name`; escape a dot in a name as `\.`. */
export const DataPath = z.string().max(500);

const anAddress = { error: 'expected an address without a user and a password' };
/** No credentials: they belong in the secret store. */
const address = (protocol: RegExp) =>
  z
    .url({ protocol, ...anAddress })
    .max(2_000)
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && url.username + url.password === '';
    }, anAddress);

/** Reserved for the connection. */
const ownHeaders = [
  'host',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'transfer-encoding',
  'content-length',
  'expect',
  'range',
  'keep-alive',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
];
/** Their values belong in the secret store. */
const secretHeaders = ['authorization', 'proxy-authorization', 'cookie'];

export const HeaderName = z
  .string()
  .max(100)
  .regex(/^[a-z\d!#$%&'*+.^_`|~-]+$/);

const Headers = z
  .record(
    HeaderName,
    z
      .string()
      .max(1_000)
      .regex(/^[\t\x20-\x7e]*$/),
  )
  .refine((headers) => Object.keys(headers).length <= 20, 'expected at most 20 headers')
  .refine(
    (headers) => !ownHeaders.some((name) => Object.hasOwn(headers, name)),
    `not allowed: ${ownHeaders.join(', ')}`,
  )
  .refine(
    (headers) => !secretHeaders.some((name) => Object.hasOwn(headers, name)),
    'a secret belongs to the secret store',
  );

/** Sent whole as a header (`Bearer 1234`), and only to the source's own address. */
const SecretHeader = z.strictObject({
  id: z.string().min(1).max(64),
  header: HeaderName.refine((name) => !ownHeaders.includes(name), `not allowed: ${ownHeaders.join(', ')}`).default(
    'authorization',
  ),
});

export const SourceOrigin = z.discriminatedUnion('kind', [
  /** An absolute path, local or on a share, reread on change. */
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1).max(4_000) }),
  z.strictObject({
    kind: z.literal('http'),
    url: address(/^https?$/),
    /** Milliseconds between requests. */
    every: z.int().min(100).max(86_400_000).default(5_000),
    /** By lower-case name. Never sent to redirect targets, like the secret. */
    headers: Headers.default({}),
    secret: SecretHeader.optional(),
  }),
  /** Each message is the whole text. */
  z.strictObject({ kind: z.literal('socket'), url: address(/^wss?$/) }),
  z.strictObject({ kind: z.literal('push') }),
]);
export type SourceOrigin = z.infer<typeof SourceOrigin>;

export const DataFormat = z.enum(['csv', 'tsv', 'json', 'xml']);
export type DataFormat = z.infer<typeof DataFormat>;

/** For texts that another program pushes. */
export const mediaTypes: Readonly<Record<DataFormat, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  xml: 'application/xml',
};

/** `auto`: by its first characters; a text in columns has tabs if its header has one. */
export const SourceFormat = z.enum(['auto', ...DataFormat.options]);
export type SourceFormat = z.infer<typeof SourceFormat>;

export const Source = z.strictObject({
  id: SourceId,
  name: z.string().min(1).max(80),
  from: SourceOrigin,
  format: SourceFormat.default('auto'),
  /** Used without a byte order mark. Absent: as declared, else UTF-8. Never guessed: invalid bytes are errors. */
  encoding: z.enum(['utf-8', 'windows-1252']).optional(),
  /** The path of the row list; empty for the whole text. A non-list is one row. */
  rows: DataPath.default(''),
  /** The path of the cell that identifies a row; empty for none. */
  key: DataPath.default(''),
  /** Milliseconds; null for never. */
  staleAfter: z.int().min(100).max(604_800_000).nullable().default(null),
  /** The operator allows this host on the local machine or in a private network. */
  allowPrivate: z.literal(true).optional(),
});
export type Source = z.infer<typeof Source>;

/**
 * `WAITING`: no data and no failure yet. `LIVE`: the rows are current. `STALE`: no failure, but the last good data is
 * older than `staleAfter`. `BROKEN`: unreadable or invalid; the last good rows stay.
 */
export const SourceState = z.enum(['WAITING', 'LIVE', 'STALE', 'BROKEN']);
export type SourceState = z.infer<typeof SourceState>;

export const SourceView = z.object({
  id: SourceId,
  state: SourceState,
  /** When its last good data was read or found unchanged (ms since the epoch); null for never. */
  at: z.number().nullable(),
  error: z.string(),
  /** A warning about good data, such as a duplicate key; empty for none. */
  note: z.string(),
  rows: z.int(),
  columns: z.array(z.string()),
});
export type SourceView = z.infer<typeof SourceView>;

export const RowChoice = z.union([
  z.strictObject({ index: z.int().min(0).max(10_000_000) }),
  z.strictObject({ key: z.string().max(1_000) }),
]);
export type RowChoice = z.infer<typeof RowChoice>;

export const WantedCell = z.strictObject({
  id: z.string().min(1).max(200),
  source: SourceId,
  row: RowChoice,
  /** Empty if the row itself is the value. A cell with this literal name wins over a path. */
  path: DataPath,
  /** Requests the row's index from 0 instead of a cell. */
  place: z.literal(true).optional(),
  /** Requests the cell as a key, so a key that several rows share is a problem. */
  key: z.literal(true).optional(),
});
export type WantedCell = z.infer<typeof WantedCell>;

/** CSV and XML values always stay strings. */
export const CellValue = z.union([z.string(), z.number(), z.boolean()]);
export type CellValue = z.infer<typeof CellValue>;

/** The value in the last good data, or why it has none. `absent`: the row has no such cell, or null in it. */
export const ReadCell = z.union([
  z.object({ value: CellValue }),
  z.object({ problem: z.string(), absent: z.literal(true).optional() }),
]);
export type ReadCell = z.infer<typeof ReadCell>;

/** Combines changes into the newest state. A source with only a new age is not in `views`. */
export const DataUpdate = z.object({
  views: z.array(SourceView),
  /** By source id: when its last good data was read or found unchanged (ms since the epoch). */
  ages: z.record(z.string(), z.number()),
  /** By wanted-cell id. Cells of sources without data are absent. */
  cells: z.record(z.string(), ReadCell),
});
export type DataUpdate = z.infer<typeof DataUpdate>;

export const RowPageQuery = z.strictObject({ source: SourceId, from: z.int().min(0), count: z.int().min(1).max(500) });
export type RowPageQuery = z.infer<typeof RowPageQuery>;

/** May be shorter than requested, because its size is limited. */
export const RowPage = z.object({
  from: z.int(),
  total: z.int(),
  columns: z.array(z.string()),
  /** In column order; null for no value. Long texts are truncated. */
  rows: z.array(z.array(CellValue.nullable())),
});
export type RowPage = z.infer<typeof RowPage>;
