import { z } from 'zod';

/** The identity of a source. It never changes. */
export const SourceId = z.string().min(1).max(100);

/** Where something is in a text of data: `team.home.name`, `players[2].name`; a dot in a name is written `\.`. */
export const DataPath = z.string().max(500);

const anAddress = { error: 'expected an address without a user and a password' };
/** Addresses of this protocol, without credentials: those belong to the secret store. */
const address = (protocol: RegExp) =>
  z
    .url({ protocol, ...anAddress })
    .max(2_000)
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && url.username + url.password === '';
    }, anAddress);

/** These belong to the connection itself. */
const ownHeaders = [
  ...['host', 'connection', 'upgrade', 'te', 'trailer', 'transfer-encoding', 'content-length', 'expect', 'range'],
  ...['keep-alive', 'accept-encoding', 'if-none-match', 'if-modified-since'],
];
/** These hold what belongs to the secret store. */
const secretHeaders = ['authorization', 'proxy-authorization', 'cookie'];

/** A name of HTTP, in lower case. */
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
  .refine((headers) => !ownHeaders.some((name) => name in headers), `not allowed: ${ownHeaders.join(', ')}`)
  .refine((headers) => !secretHeaders.some((name) => name in headers), 'a secret belongs to the secret store');

/** A secret that is sent as a header, whole: `Bearer 1234`. It goes to the address of the source and to no other. */
const SecretHeader = z.strictObject({
  /** Its id in the secret store, which reveals nothing. */
  id: z.string().min(1).max(64),
  header: HeaderName.refine((name) => !ownHeaders.includes(name), `not allowed: ${ownHeaders.join(', ')}`).default(
    'authorization',
  ),
});

/**
 * Where the text of a source comes from.
 *
 * - `file`: a file of this machine or of a share, by its absolute path. It is read again whenever it changes.
 * - `http`: an address that is asked again and again.
 * - `socket`: a WebSocket; each message is the whole text.
 * - `push`: another program hands the text in.
 */
export const SourceOrigin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1).max(4_000) }),
  z.strictObject({
    kind: z.literal('http'),
    url: address(/^https?$/),
    /** Milliseconds from one request to the next: ten a second at most, one a day at least. */
    every: z.int().min(100).max(86_400_000).default(5_000),
    /** By lower-case name. Like the secret, they go to the address itself only, not to where it redirects. */
    headers: Headers.default({}),
    secret: SecretHeader.optional(),
  }),
  z.strictObject({ kind: z.literal('socket'), url: address(/^wss?$/) }),
  z.strictObject({ kind: z.literal('push') }),
]);
export type SourceOrigin = z.infer<typeof SourceOrigin>;

/** How a text of data is written. */
export const DataFormat = z.enum(['csv', 'tsv', 'json', 'xml']);
export type DataFormat = z.infer<typeof DataFormat>;

/** The media type of each format, in which another program pushes a text. */
export const mediaTypes: Readonly<Record<DataFormat, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  xml: 'application/xml',
};

/** `auto`: by its first characters; a text in columns has tabs if its header has one. */
export const SourceFormat = z.enum(['auto', ...DataFormat.options]);
export type SourceFormat = z.infer<typeof SourceFormat>;

/** A source of live data: where its text comes from, and which rows it has. */
export const Source = z.strictObject({
  id: SourceId,
  name: z.string().min(1).max(80),
  from: SourceOrigin,
  format: SourceFormat.default('auto'),
  /**
   * The encoding of a text without a byte order mark. Absent: the one that the answer or the text names, else UTF-8.
   * Nothing is guessed: a byte that is not written in it is an error.
   */
  encoding: z.enum(['utf-8', 'windows-1252']).optional(),
  /** The path of the list whose entries are the rows; empty for the whole text. What is no list is one row. */
  rows: DataPath.default(''),
  /** The path of the cell that names a row; empty if none does. */
  key: DataPath.default(''),
  /** Milliseconds after which its last good data counts as stale; null for never. */
  staleAfter: z.int().min(100).max(604_800_000).nullable().default(null),
  /** The operator allows the host of its address although it is this machine or in a private network. */
  allowPrivate: z.literal(true).optional(),
});
export type Source = z.infer<typeof Source>;

/**
 * The state of a source.
 *
 * - `WAITING`: nothing came yet, and nothing has failed.
 * - `LIVE`: its rows are what it says now.
 * - `STALE`: nothing has failed, but its last good data is older than `staleAfter`.
 * - `BROKEN`: it cannot be read, or not understood. Its last good rows stay.
 */
export const SourceState = z.enum(['WAITING', 'LIVE', 'STALE', 'BROKEN']);
export type SourceState = z.infer<typeof SourceState>;

/** What is known of one source. */
export const SourceView = z.object({
  id: SourceId,
  state: SourceState,
  /** When its last good data was read or found unchanged, in milliseconds since the epoch; null for never. */
  at: z.number().nullable(),
  error: z.string(),
  /** What is odd about data that is good, such as a key that two rows have; empty for nothing. */
  note: z.string(),
  /** How many rows its last good data has. */
  rows: z.int(),
  /** The paths of the cells of those rows, in the order of their first appearance. */
  columns: z.array(z.string()),
});
export type SourceView = z.infer<typeof SourceView>;

/** Which row: by its place, counted from 0, or by its key. */
export const RowChoice = z.union([
  z.strictObject({ index: z.int().min(0).max(10_000_000) }),
  z.strictObject({ key: z.string().max(1_000) }),
]);
export type RowChoice = z.infer<typeof RowChoice>;

/** A cell of a source whose value is wanted. */
export const WantedCell = z.strictObject({
  /** Chosen by whoever wants it. */
  id: z.string().min(1).max(200),
  source: SourceId,
  row: RowChoice,
  /** Where it is in the row; empty if the row itself is a value. A name that the row has wins over a path. */
  path: DataPath,
  /** Wanted is not a cell, but the place of the row, counted from 0. */
  place: z.literal(true).optional(),
});
export type WantedCell = z.infer<typeof WantedCell>;

/** The value of a cell. Texts of CSV and XML stay texts, whatever they look like. */
export const CellValue = z.union([z.string(), z.number(), z.boolean()]);
export type CellValue = z.infer<typeof CellValue>;

/** What the last good data says of a cell: its value, or in a sentence why it has none. */
export const ReadCell = z.union([z.object({ value: CellValue }), z.object({ problem: z.string() })]);
export type ReadCell = z.infer<typeof ReadCell>;

/**
 * What changed of the sources and of the wanted cells. Where several changes met, the newest. A source of which nothing but the
 * age changed, as most often, is not sent as a whole.
 */
export const DataUpdate = z.object({
  views: z.array(SourceView),
  /** When the last good data was read or found unchanged, in milliseconds since the epoch, by the id of the source. */
  ages: z.record(z.string(), z.number()),
  /** By the id of the wanted cell. A cell of a source that has no data yet is not in it. */
  cells: z.record(z.string(), ReadCell),
});
export type DataUpdate = z.infer<typeof DataUpdate>;

/** Some rows of a source, for its table. */
export const RowPageQuery = z.strictObject({
  source: SourceId,
  /** Counted from 0. */
  from: z.int().min(0),
  count: z.int().min(1).max(500),
});
export type RowPageQuery = z.infer<typeof RowPageQuery>;

/** A page of rows, perhaps shorter than asked for: a page has a limited size. */
export const RowPage = z.object({
  from: z.int(),
  /** How many rows the source has. */
  total: z.int(),
  /** The paths of the cells. */
  columns: z.array(z.string()),
  /** The cells of each row, in the order of the columns; null for what has no value. Long texts are cut off. */
  rows: z.array(z.array(CellValue.nullable())),
});
export type RowPage = z.infer<typeof RowPage>;
