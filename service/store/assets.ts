/** In bytes; small enough that reads and writes block no other work. The last chunk may be shorter. */
export const chunkBytes = 256 * 1024;

/** Bytes that never change. `id`: their SHA-256 in lower-case hexadecimal. */
export interface StoredAsset {
  id: string;
  length: number;
  createdAt: string;
}

export interface NamedAsset extends StoredAsset {
  name: string;
  mediaType: string;
}

/** `manifest`: stored part as JSON. `files`: package path to asset id. */
export interface StoredGraphic {
  id: string;
  accountId: number;
  name: string;
  manifest: string;
  files: Record<string, string>;
  createdAt: string;
}

/** Uploaded files. Equal bytes are stored once for all accounts; an asset exists only when complete. */
export interface AssetStore {
  /**
   * Stores bytes in chunks, so that key presses never wait, and returns the id. `admit` is called first and may throw.
   * Rejects with `storage-full` or `storage-failed` and stores nothing.
   */
  addAsset(bytes: Uint8Array, at: string, admit?: (id: string) => void): Promise<string>;
  asset(id: string): StoredAsset | undefined;
  /** Returns the n-th {@link chunkBytes} bytes, from 0; undefined after the end. */
  assetChunk(id: string, n: number): Uint8Array | undefined;
  nameAsset(asset: { id: string; accountId: number; name: string; mediaType: string }, at: string): void;
  assetsOf(accountId: number): NamedAsset[];
  /** True if the account has named the asset and the name is not purged. */
  countsFor(accountId: number, id: string): boolean;
  deleteAsset(accountId: number, id: string, at: string): boolean;
  /** All of its assets must be stored already. */
  addGraphic(graphic: Omit<StoredGraphic, 'createdAt'>, at: string): void;
  /** Any account. Includes deleted graphics until the purge, because they may still be shown. */
  graphic(id: string): StoredGraphic | undefined;
  graphicOf(accountId: number, id: string): StoredGraphic | undefined;
  /** Excludes deleted graphics; oldest first. */
  graphicsOf(accountId: number): StoredGraphic[];
  deleteGraphic(accountId: number, id: string, at: string): boolean;
}
