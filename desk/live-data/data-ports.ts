import type {
  DataUpdate,
  RowPage,
  RowPageQuery,
  Source,
  SourceView,
  WantedCell,
} from '../../contract/desk-api/source.ts';
import type { Misfit } from './tables/data-limits.ts';

/** The secret never appears in settings, shows or views. */
export interface SourceToRead {
  source: Source;
  /** Absent without a secret, or while the secrets are locked. */
  secret?: string | undefined;
}

/** Reads live data outside the desk's thread, so that no amount of data delays a press. */
export interface DataPort {
  /** Replaces the list of sources. A source with unchanged settings continues. */
  read(sources: readonly SourceToRead[]): void;
  /** Replaces the list of cells whose values are reported, now and on change. */
  want(cells: readonly WantedCell[]): void;
  /**
   * Transfers ownership of pushed text; the newest counts. Resolves after reading, with undefined if the text was not
   * read.
   */
  push(source: string, bytes: Uint8Array): Promise<SourceView | undefined>;
  page(query: RowPageQuery): Promise<RowPage>;
  close(): Promise<void>;
}

/** Columns, some rows, or the complete JSON of a file. */
export type TablePart =
  | { columns: readonly string[] }
  | { rows: readonly { row: number; cells: Readonly<Record<string, string>> }[] }
  | { misfits: readonly Misfit[] }
  | { json: unknown };

export interface TableFile {
  name: string;
  bytes: Uint8Array;
  encoding?: string | undefined;
}

/**
 * Reads a table or JSON outside the desk's thread, columns first. Rejects with `call-invalid` and the location of the
 * fault.
 */
export type ReadTable = (file: TableFile, onPart: (part: TablePart) => void) => Promise<void>;

export interface FolderFile {
  name: string;
  bytes: Uint8Array;
  /** Differs for different bytes. */
  digest: string;
}

export interface FolderHandlers {
  /** Called only for complete files. */
  file(file: FolderFile): void;
  unreadable(name: string, why: string): void;
  gone(name: string): void;
  folder(problem: string): void;
}

/** Watches cue files in a folder. Handlers are never called synchronously. */
export type WatchFolder = (folder: string, on: FolderHandlers) => { close(): void };

export interface SourceFilesPort {
  /** `digest` is the SHA-256. Rejects with a sentence if unreadable or larger than a source may be. */
  read(path: string): Promise<{ bytes: Uint8Array; digest: string }>;
  /**
   * Saves a file under the next free name; identical bytes are stored once. `remove` deletes only a new file. Rejects
   * with a sentence.
   */
  keep(name: string, bytes: Uint8Array): Promise<{ path: string; remove(): Promise<void> }>;
}

/** The handler runs at most twenty times a second. */
export type OpenData = (onUpdate: (update: DataUpdate) => void) => DataPort;
