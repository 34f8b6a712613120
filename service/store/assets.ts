/** The size of a chunk, small enough that nobody waits for one to be written or read. The last chunk may be shorter. */
export const chunkBytes = 256 * 1024;

/** Bytes that never change. `id` is their SHA-256 in lower-case hexadecimal; `length` is their number. */
export interface Asset {
  id: string;
  length: number;
  createdAt: string;
}

/** An asset under an account's name for it. The kind of its bytes is read from the bytes, before it is named. */
export interface NamedAsset extends Asset {
  name: string;
  mediaType: string;
}

/** A third-party graphic: the kept part of its manifest as JSON text, and the asset of each path in its package. */
export interface StoredGraphic {
  /** A UUID. */
  id: string;
  accountId: number;
  name: string;
  manifest: string;
  files: Record<string, string>;
  createdAt: string;
}

/**
 * Uploads: pictures, fonts, videos, sounds, and the files of graphics. The same bytes are stored once, whoever uploads
 * them. An asset exists only once all of it is stored.
 */
export interface AssetStore {
  /**
   * Stores bytes in chunks. Other work gets its turn in between, so that no key press waits for a long film. Gives the
   * id. Bytes that are stored already cost one look-up. `admit` is called with the id before anything is stored, and may
   * throw. Rejects with `storage-full` or `storage-failed`; then nothing is stored.
   */
  addAsset(bytes: Uint8Array, at: string, admit?: (id: string) => void): Promise<string>;
  asset(id: string): Asset | undefined;
  /** The n-th {@link chunkBytes} bytes of an asset, counted from 0; undefined after its end. */
  assetChunk(id: string, n: number): Uint8Array | undefined;
  /** Names an asset for an account, in place of an earlier name. */
  nameAsset(asset: { id: string; accountId: number; name: string; mediaType: string }, at: string): void;
  /** The assets that an account has named, in the order of their names. */
  assetsOf(accountId: number): NamedAsset[];
  /** Whether an asset counts as stored by an account: it has named it, and it is not gone for good. */
  countsFor(accountId: number, id: string): boolean;
  /** Deletes an account's name for an asset. Gives whether there was one. */
  deleteAsset(accountId: number, id: string, at: string): boolean;
  /** Stores a graphic. All of its assets must be stored already. */
  addGraphic(graphic: Omit<StoredGraphic, 'createdAt'>, at: string): void;
  /** A graphic of any account. A deleted one is given until it is gone for good, because something may show it. */
  graphic(id: string): StoredGraphic | undefined;
  /** A graphic of an account that is not deleted. */
  graphicOf(accountId: number, id: string): StoredGraphic | undefined;
  /** The graphics of an account that are not deleted, oldest first. */
  graphicsOf(accountId: number): StoredGraphic[];
  /** Deletes a graphic of an account. Gives whether there was one. */
  deleteGraphic(accountId: number, id: string, at: string): boolean;
}
