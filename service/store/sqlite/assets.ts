import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { type StoredAsset, type AssetStore, chunkBytes, type NamedAsset, type StoredGraphic } from '../assets.ts';
import type { PurgeStore } from '../purge.ts';
import type { SqliteConnection } from './connection.ts';

export function sqliteAssets(connection: SqliteConnection): AssetStore & Pick<PurgeStore, 'removeAsset'> {
  return { ...sqliteBytes(connection), ...sqliteNames(connection), ...sqliteGraphics(connection) };
}

/**
 * Removes chunks of unfinished uploads. Call only with the directory locked: a running service may still be uploading
 * them.
 */
export function removeUnfinishedAssets(connection: SqliteConnection): void {
  const left = connection.prepare(
    'SELECT 1 FROM asset_chunks WHERE NOT EXISTS (SELECT 1 FROM assets WHERE id = asset) LIMIT 1',
  );
  if (!left.get()) return;
  const remove = connection.prepare(
    'DELETE FROM asset_chunks WHERE NOT EXISTS (SELECT 1 FROM assets WHERE id = asset)',
  );
  forget(() => connection.transaction(() => void remove.run()));
}

type BytesCalls = Pick<AssetStore, 'addAsset' | 'asset' | 'assetChunk'> & Pick<PurgeStore, 'removeAsset'>;

function sqliteBytes(connection: SqliteConnection): BytesCalls {
  const head = connection.query<StoredAsset>('SELECT id, length, created_at AS createdAt FROM assets WHERE id = ?');
  const chunk = connection.query<{ bytes: Uint8Array }>('SELECT bytes FROM asset_chunks WHERE asset = ? AND n = ?');
  const addHead = connection.prepare('INSERT INTO assets (id, length, created_at) VALUES (?, ?, ?)');
  const addChunk = connection.prepare('INSERT OR REPLACE INTO asset_chunks (asset, n, bytes) VALUES (?, ?, ?)');
  const removeChunks = connection.prepare('DELETE FROM asset_chunks WHERE asset = ?');
  /** A second upload of the same bytes waits for the first. */
  const underWay = new Map<string, Promise<void>>();
  /** An upload of the same bytes waits until all old chunks are removed. */
  const removing = new Map<string, Promise<void>>();
  const remover = assetRemover(connection);
  const write = async (id: string, bytes: Uint8Array, at: string): Promise<void> => {
    try {
      for (const [n, part] of chunksOf(bytes).entries()) {
        connection.transaction(() => void addChunk.run(id, n, part));
        await turn();
      }
      connection.transaction(() => void addHead.run(id, bytes.byteLength, at));
    } catch (thrown) {
      forget(() => connection.transaction(() => void removeChunks.run(id)));
      throw thrown;
    }
  };
  return {
    addAsset: async (bytes, at, admit) => {
      const id = await idOf(bytes);
      admit?.(id);
      await removing.get(id);
      if (head.first(id)) return id;
      const writing = underWay.get(id) ?? write(id, bytes, at);
      underWay.set(id, writing);
      await writing.finally(() => underWay.delete(id));
      return id;
    },
    asset: (id) => head.first(id),
    assetChunk: (id, n) => chunk.first(id, n)?.bytes,
    removeAsset: async (id, rest) => {
      const removal = remover(id, rest);
      removing.set(id, removal);
      await removal.finally(() => removing.delete(id));
    },
  };
}

const chunksAtOnce = 4;

/** Removes the head first, so that incomplete assets are never found. */
function assetRemover(connection: SqliteConnection): PurgeStore['removeAsset'] {
  const isFree = connection.prepare(
    `SELECT 1 FROM assets WHERE id = ?1
       AND NOT EXISTS (SELECT 1 FROM account_assets WHERE asset = ?1 AND deleted_at IS NULL)
       AND NOT EXISTS (SELECT 1 FROM graphics, json_each(files) AS file WHERE file.value = ?1)`,
  );
  const removeNames = connection.prepare('DELETE FROM account_assets WHERE asset = ?');
  const removeHead = connection.prepare('DELETE FROM assets WHERE id = ?');
  const removeChunks = connection.prepare(
    `DELETE FROM asset_chunks WHERE rowid IN
       (SELECT rowid FROM asset_chunks WHERE asset = ? ORDER BY n LIMIT ${chunksAtOnce})`,
  );
  return async (id, rest) => {
    if (!isFree.get(id)) return;
    connection.transaction(() => {
      removeNames.run(id);
      removeHead.run(id);
    });
    for (let removed = chunksAtOnce; removed === chunksAtOnce;) {
      await rest();
      removed = Number(connection.transaction(() => removeChunks.run(id).changes));
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

function forget(remove: () => void): void {
  try {
    remove();
  } catch {
    // The next start removes the file.
    return;
  }
}

type NameCalls = Pick<AssetStore, 'nameAsset' | 'assetsOf' | 'countsFor' | 'deleteAsset'>;

function sqliteNames(connection: SqliteConnection): NameCalls {
  const name = connection.prepare(
    `INSERT INTO account_assets (account_id, asset, name, media_type, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, media_type = excluded.media_type, deleted_at = NULL`,
  );
  const named = connection.query<NamedAsset>(
    `SELECT assets.id, length, name, media_type AS mediaType, account_assets.created_at AS createdAt
     FROM account_assets JOIN assets ON assets.id = asset
     WHERE account_id = ? AND deleted_at IS NULL ORDER BY name, assets.id`,
  );
  const counted = connection.prepare('SELECT 1 FROM account_assets WHERE account_id = ? AND asset = ?');
  const markDeleted = connection.prepare(
    'UPDATE account_assets SET deleted_at = ? WHERE account_id = ? AND asset = ? AND deleted_at IS NULL',
  );
  return {
    nameAsset: ({ id, accountId, name: called, mediaType }, at) =>
      connection.transaction(() => void name.run(accountId, id, called, mediaType, at)),
    assetsOf: (accountId) => named.all(accountId),
    countsFor: (accountId, id) => counted.get(accountId, id) !== undefined,
    deleteAsset: (accountId, id, at) => connection.transaction(() => markDeleted.run(at, accountId, id).changes > 0),
  };
}

type GraphicRow = Omit<StoredGraphic, 'files'> & { files: string };

type GraphicCalls = Pick<AssetStore, 'addGraphic' | 'graphic' | 'graphicOf' | 'graphicsOf' | 'deleteGraphic'>;

function sqliteGraphics(connection: SqliteConnection): GraphicCalls {
  const columns = 'id, account_id AS accountId, name, manifest, files, created_at AS createdAt';
  const add = connection.prepare(
    `INSERT INTO graphics (id, account_id, name, manifest, files, created_at, bytes)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6,
       (SELECT coalesce(sum(length), 0) FROM json_each(?5) AS file JOIN assets ON assets.id = file.value))`,
  );
  const live = `SELECT ${columns} FROM graphics WHERE account_id = ? AND deleted_at IS NULL`;
  const byId = connection.query<GraphicRow>(`SELECT ${columns} FROM graphics WHERE id = ?`);
  const own = connection.query<GraphicRow>(`${live} AND id = ?`);
  const list = connection.query<GraphicRow>(`${live} ORDER BY rowid`);
  const markDeleted = connection.prepare(
    'UPDATE graphics SET deleted_at = ? WHERE account_id = ? AND id = ? AND deleted_at IS NULL',
  );
  const graphic = (row: GraphicRow): StoredGraphic => ({
    ...row,
    files: JSON.parse(row.files) as StoredGraphic['files'],
  });
  return {
    addGraphic: ({ id, accountId, name, manifest, files }, at) =>
      connection.transaction(() => void add.run(id, accountId, name, manifest, JSON.stringify(files), at)),
    graphic: (id) => {
      const row = byId.first(id);
      return row && graphic(row);
    },
    graphicOf: (accountId, id) => {
      const row = own.first(accountId, id);
      return row && graphic(row);
    },
    graphicsOf: (accountId) => list.all(accountId).map(graphic),
    deleteGraphic: (accountId, id, at) => connection.transaction(() => markDeleted.run(at, accountId, id).changes > 0),
  };
}
