import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { SqliteConnection } from './sqlite/connection.ts';

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
export function sqliteAssets(connection: SqliteConnection) {
  return { ...sqliteBytes(connection), ...sqliteNames(connection), ...sqliteGraphics(connection) };
}

/** Call only with the directory locked: a running service may still be uploading the chunks. */
export function removeUnfinishedAssets(connection: SqliteConnection): void {
  const left = connection.prepare(
    'SELECT 1 FROM asset_chunks WHERE NOT EXISTS (SELECT 1 FROM assets WHERE id = asset) LIMIT 1',
  );
  if (!left.get()) return;
  forget(connection.write('DELETE FROM asset_chunks WHERE NOT EXISTS (SELECT 1 FROM assets WHERE id = asset)'));
}

function sqliteBytes(connection: SqliteConnection) {
  const head = connection.query<StoredAsset>('SELECT id, length, created_at AS createdAt FROM assets WHERE id = ?');
  const chunk = connection.query<{ bytes: Uint8Array }>('SELECT bytes FROM asset_chunks WHERE asset = ? AND n = ?');
  const addHead = connection.write('INSERT INTO assets (id, length, created_at) VALUES (?, ?, ?)');
  const addChunk = connection.write('INSERT OR REPLACE INTO asset_chunks (asset, n, bytes) VALUES (?, ?, ?)');
  const removeChunks = connection.write('DELETE FROM asset_chunks WHERE asset = ?');
  /** A second upload of the same bytes waits for the first. */
  const underWay = new Map<string, Promise<void>>();
  /** An upload of the same bytes waits until all old chunks are removed. */
  const removing = new Map<string, Promise<void>>();
  const remover = assetRemover(connection);
  const write = async (id: string, bytes: Uint8Array, at: string): Promise<void> => {
    try {
      for (const [n, part] of chunksOf(bytes).entries()) {
        addChunk(id, n, part);
        await turn();
      }
      addHead(id, bytes.byteLength, at);
    } catch (thrown) {
      forget(() => removeChunks(id));
      throw thrown;
    }
  };
  return {
    /**
     * Stores bytes in chunks, so that key presses never wait, and returns the id. `admit` is called first and may throw.
     * Rejects with `storage-full` or `storage-failed` and stores nothing.
     */
    addAsset: async (bytes: Uint8Array, at: string, admit?: (id: string) => void): Promise<string> => {
      const id = await idOf(bytes);
      admit?.(id);
      await removing.get(id);
      if (head.first(id)) return id;
      const writing = underWay.get(id) ?? write(id, bytes, at);
      underWay.set(id, writing);
      await writing.finally(() => underWay.delete(id));
      return id;
    },
    asset: (id: string) => head.first(id),
    /** Returns the n-th {@link chunkBytes} bytes, from 0; undefined after the end. */
    assetChunk: (id: string, n: number) => chunk.first(id, n)?.bytes,
    /**
     * Removes an asset and its deleted names in chunks, unless an account or graphic uses it. Awaits `rest` between
     * chunks.
     */
    removeAsset: async (id: string, rest: () => Promise<void>): Promise<void> => {
      const removal = remover(id, rest);
      removing.set(id, removal);
      await removal.finally(() => removing.delete(id));
    },
  };
}

const chunksAtOnce = 4;

/** Removes the head first, so that incomplete assets are never found. */
function assetRemover(connection: SqliteConnection) {
  const isFree = connection.prepare(
    `SELECT 1 FROM assets WHERE id = ?1
       AND NOT EXISTS (SELECT 1 FROM account_assets WHERE asset = ?1 AND deleted_at IS NULL)
       AND NOT EXISTS (SELECT 1 FROM graphics, json_each(files) AS file WHERE file.value = ?1)`,
  );
  const removeNames = connection.write('DELETE FROM account_assets WHERE asset = ?');
  const removeHead = connection.write('DELETE FROM assets WHERE id = ?');
  const removeChunks = connection.write(
    `DELETE FROM asset_chunks WHERE rowid IN
       (SELECT rowid FROM asset_chunks WHERE asset = ? ORDER BY n LIMIT ${chunksAtOnce})`,
  );
  return async (id: string, rest: () => Promise<void>): Promise<void> => {
    if (!isFree.get(id)) return;
    connection.transaction(() => {
      removeNames(id);
      removeHead(id);
    });
    for (let removed = chunksAtOnce; removed === chunksAtOnce;) {
      await rest();
      removed = removeChunks(id);
    }
  };
}

function chunksOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.byteLength / chunkBytes);
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes));
}

async function idOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (const part of chunksOf(bytes)) {
    hash.update(part);
    await turn();
  }
  return hash.digest('hex');
}

function forget(remove: () => unknown): void {
  try {
    remove();
  } catch {
    // The next start removes the file.
    return;
  }
}

function sqliteNames(connection: SqliteConnection) {
  const name = connection.write(
    `INSERT INTO account_assets (account_id, asset, name, media_type, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, media_type = excluded.media_type, deleted_at = NULL`,
  );
  const named = connection.query<NamedAsset>(
    `SELECT assets.id, length, name, media_type AS mediaType, account_assets.created_at AS createdAt
     FROM account_assets JOIN assets ON assets.id = asset
     WHERE account_id = ? AND deleted_at IS NULL ORDER BY name, assets.id`,
  );
  const counted = connection.prepare('SELECT 1 FROM account_assets WHERE account_id = ? AND asset = ?');
  const markDeleted = connection.write(
    'UPDATE account_assets SET deleted_at = ? WHERE account_id = ? AND asset = ? AND deleted_at IS NULL',
  );
  return {
    nameAsset: (asset: Pick<NamedAsset, 'id' | 'name' | 'mediaType'> & { accountId: number }, at: string) =>
      name(asset.accountId, asset.id, asset.name, asset.mediaType, at),
    assetsOf: (accountId: number) => named.all(accountId),
    /** True if the account has named the asset and the name is not purged. */
    countsFor: (accountId: number, id: string) => counted.get(accountId, id) !== undefined,
    deleteAsset: (accountId: number, id: string, at: string) => markDeleted(at, accountId, id) > 0,
  };
}

type GraphicRow = Omit<StoredGraphic, 'files'> & { files: string };

function sqliteGraphics(connection: SqliteConnection) {
  const columns = 'id, account_id AS accountId, name, manifest, files, created_at AS createdAt';
  const add = connection.write(
    `INSERT INTO graphics (id, account_id, name, manifest, files, created_at, bytes)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6,
       (SELECT coalesce(sum(length), 0) FROM json_each(?5) AS file JOIN assets ON assets.id = file.value))`,
  );
  const live = `SELECT ${columns} FROM graphics WHERE account_id = ? AND deleted_at IS NULL`;
  const byId = connection.query<GraphicRow>(`SELECT ${columns} FROM graphics WHERE id = ?`);
  const own = connection.query<GraphicRow>(`${live} AND id = ?`);
  const list = connection.query<GraphicRow>(`${live} ORDER BY rowid`);
  const markDeleted = connection.write(
    'UPDATE graphics SET deleted_at = ? WHERE account_id = ? AND id = ? AND deleted_at IS NULL',
  );
  const restore = connection.write('UPDATE graphics SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL');
  const removeGraphic = connection.write('DELETE FROM graphics WHERE id = ? AND deleted_at IS NOT NULL');
  const graphic = (row: GraphicRow | undefined): StoredGraphic[] =>
    row ? [{ ...row, files: JSON.parse(row.files) as StoredGraphic['files'] }] : [];
  return {
    /** All of its assets must be stored already. */
    addGraphic: ({ id, accountId, name, manifest, files }: Omit<StoredGraphic, 'createdAt'>, at: string) =>
      add(id, accountId, name, manifest, JSON.stringify(files), at),
    /** Any account. Includes deleted graphics until the purge, because they may still be shown. */
    graphic: (id: string) => graphic(byId.first(id))[0],
    graphicOf: (accountId: number, id: string) => graphic(own.first(accountId, id))[0],
    /** Excludes deleted graphics; oldest first. */
    graphicsOf: (accountId: number) => list.all(accountId).flatMap(graphic),
    deleteGraphic: (accountId: number, id: string, at: string) => markDeleted(at, accountId, id) > 0,
    /** Makes a deleted graphic live again. */
    restoreGraphic: (id: string) => void restore(id),
    /** Removes a deleted graphic. Its files remain as assets. */
    removeGraphic: (id: string) => void removeGraphic(id),
  };
}
