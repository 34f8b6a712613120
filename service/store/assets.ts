/** How many bytes are written and read at once: few enough that nobody waits for them. The last chunk may be shorter. */
export const chunkBytes = 256 * 1024;

/** Bytes that never change. `id` is their SHA-256 in lower-case hexadecimal; `length` is how many there are. */
export interface Asset {
  id: string;
  length: number;
  createdAt: string;
}

/** An asset as an account calls it. What its bytes are is told from the bytes, by whoever names it. */
export interface NamedAsset extends Asset {
  name: string;
  mediaType: string;
}

/** A graphic of somebody else's code: what is kept of its manifest as JSON text, and the asset that each path of its package is. */
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
 * What people bring along: pictures, fonts, videos, sounds, and the files of graphics. The same bytes are kept once,
 * whoever brings them. An asset is there only when all of it is.
 */
export interface AssetStore {
  /**
   * Keep bytes, chunk by chunk, with turns for others in between, so that no key press waits for a long film. Gives the
   * id. What is there already costs one look. Fails with `storage-full` or `storage-failed`; then nothing is kept.
   */
  addAsset(bytes: Uint8Array, at: string): Promise<string>;
  asset(id: string): Asset | undefined;
  /** The n-th {@link chunkBytes} bytes of an asset, from 0 on; undefined behind its end. */
  assetChunk(id: string, n: number): Uint8Array | undefined;
  /** Let an account call an asset by a name; of what it called it before, the new name takes the place. */
  nameAsset(asset: { id: string; accountId: number; name: string; mediaType: string }, at: string): void;
  /** What an account has named, in the order of the names. */
  assetsOf(accountId: number): NamedAsset[];
  /** Keep a graphic, all of whose assets are there. */
  addGraphic(graphic: Omit<StoredGraphic, 'createdAt'>, at: string): void;
  graphic(id: string): StoredGraphic | undefined;
  /** The graphics of an account, oldest first. */
  graphicsOf(accountId: number): StoredGraphic[];
}
