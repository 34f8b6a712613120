import type {
  DataUpdate,
  RowPage,
  RowPageQuery,
  Source,
  SourceView,
  WantedCell,
} from '../../contract/desk-api/source.ts';
import type { Misfit } from './tables/data-limits.ts';

/** A source of live data with its secret, which is never in settings, in a show or in a view. */
export interface SourceToRead {
  source: Source;
  /** The secret that the source refers to. Absent if it refers to none, or while the secrets are locked. */
  secret?: string | undefined;
}

/** Reads sources of live data beside the desk, so that no amount of data delays a press. */
export interface DataPort {
  /** Reads these sources and no others. One that is read the same way as before goes on. */
  read(sources: readonly SourceToRead[]): void;
  /** Reports the values of these cells and of no others, now and whenever they change. */
  want(cells: readonly WantedCell[]): void;
  /**
   * Gives the text that was pushed to a source, and its memory with it. The newest counts. Resolves with what is known of the
   * source once it was read; undefined if nobody read it.
   */
  push(source: string, bytes: Uint8Array): Promise<SourceView | undefined>;
  /** Some rows of a source; none if it is gone or has none. */
  page(query: RowPageQuery): Promise<RowPage>;
  /** Stops reading. Nothing is reported any more. */
  close(): Promise<void>;
}

/** A part of a file that is read as a table: its columns, some of its rows, or all of it, if it is no table but JSON. */
export type TablePart =
  | { columns: readonly string[] }
  | { rows: readonly { row: number; cells: Readonly<Record<string, string>> }[] }
  | { misfits: readonly Misfit[] }
  | { json: unknown };

/** A file to be read as a table. */
export interface TableFile {
  name: string;
  bytes: Uint8Array;
  encoding?: string | undefined;
}

/**
 * Reads a table or JSON beside the desk, so that no file delays a press. Gives it part by part, the columns first. Rejects with
 * `call-invalid` and a sentence that says what is wrong with the file, and where.
 */
export type ReadTable = (file: TableFile, onPart: (part: TablePart) => void) => Promise<void>;

/** A file of a watched folder. */
export interface FolderFile {
  name: string;
  bytes: Uint8Array;
  /** Another one for other bytes. */
  digest: string;
}

export interface FolderHandlers {
  /** A file is new or has changed, and is whole. */
  file(file: FolderFile): void;
  /** A file cannot be read, for this reason (a sentence). */
  unreadable(name: string, why: string): void;
  /** A file is no longer there. */
  gone(name: string): void;
  /** Why the folder cannot be read, in a sentence; empty if it can. */
  folder(problem: string): void;
}

/** Watches the files of cues in a folder, until that is closed. The handlers are called later, never at once. */
export type WatchFolder = (folder: string, on: FolderHandlers) => { close(): void };

/** Files that sources read. */
export interface SourceFilesPort {
  /** The bytes of a file, with their SHA-256. Rejects with a sentence if it cannot be read, or is larger than a source may be. */
  read(path: string): Promise<{ bytes: Uint8Array; digest: string }>;
  /**
   * Keeps a file among those of the desk, under this name or the next one that is free. One that is there already with the same bytes is
   * not kept twice. `remove` takes away what was new. Rejects with a sentence if it cannot be written.
   */
  keep(name: string, bytes: Uint8Array): Promise<{ path: string; remove(): Promise<void> }>;
}

/** Starts reading live data. The handler is called with what changed, at most twenty times a second. */
export type OpenData = (onUpdate: (update: DataUpdate) => void) => DataPort;
