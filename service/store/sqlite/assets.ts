import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { type Asset, type AssetStore, chunkBytes, type NamedAsset, type StoredGraphic } from '../assets.ts';
import type { Connection } from './connection.ts';

/** Assets, the accounts' names for them, and graphics. */
export function sqliteAssets(connection: Connection): AssetStore {
  return { ...sqliteBytes(connection), ...sqliteNames(connection), ...sqliteGraphics(connection) };
}

/**
 * Removes chunks of uploads that never finished. Call it only with the directory held: beside a running service, such
 * chunks belong to uploads under way.
 */
export function removeUnfinishedAssets(connection: Connection): void {
  const left = connection.prepare(
    'SELECT 1 FROM asset_chunks WHERE NOT EXISTS (SELECT 1 FROM assets WHERE id = asset) LIMIT 1',
  );
  if (!left.get()) return;
  const remove = connection.prepare(
    'DELETE FROM asset_chunks WHERE NOT EXISTS (SELECT 1 FROM assets WHERE id = asset)',
  );
  forget(() => connection.transaction(() => void remove.run()));
}

function sqliteBytes(connection: Connection): Pick<AssetStore, 'addAsset' | 'asset' | 'assetChunk'> {
  const head = connection.query<Asset>('SELECT id, length, created_at AS createdAt FROM assets WHERE id = ?');
  const chunk = connection.query<{ bytes: Uint8Array }>('SELECT bytes FROM asset_chunks WHERE asset = ? AND n = ?');
  const addHead = connection.prepare('INSERT INTO assets (id, length, created_at) VALUES (?, ?, ?)');
  const addChunk = connection.prepare('INSERT OR REPLACE INTO asset_chunks (asset, n, bytes) VALUES (?, ?, ?)');
  const removeChunks = connection.prepare('DELETE FROM asset_chunks WHERE asset = ?');
  /** Writes under way, by asset. A second upload of the same bytes waits for the first. */
  const underWay = new Map<string, Promise<void>>();
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
    addAsset: async (bytes, at) => {
      const id = await idOf(bytes);
      if (head.first(id)) return id;
      const writing = underWay.get(id) ?? write(id, bytes, at);
      underWay.set(id, writing);
      await writing.finally(() => underWay.delete(id));
      return id;
    },
    asset: (id) => head.first(id),
    assetChunk: (id, n) => chunk.first(id, n)?.bytes,
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

/** Removes leftovers. What cannot be removed now is removed at the next start. */
function forget(remove: () => void): void {
  try {
    remove();
  } catch {
    // The next start removes it.
    return;
  }
}

function sqliteNames(connection: Connection): Pick<AssetStore, 'nameAsset' | 'assetsOf'> {
  const name = connection.prepare(
    `INSERT INTO account_assets (account_id, asset, name, media_type, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, media_type = excluded.media_type`,
  );
  const named = connection.query<NamedAsset>(
    `SELECT assets.id, length, name, media_type AS mediaType, account_assets.created_at AS createdAt
     FROM account_assets JOIN assets ON assets.id = asset WHERE account_id = ? ORDER BY name, assets.id`,
  );
  return {
    nameAsset: ({ id, accountId, name: called, mediaType }, at) =>
      connection.transaction(() => void name.run(accountId, id, called, mediaType, at)),
    assetsOf: (accountId) => named.all(accountId),
  };
}

type GraphicRow = Omit<StoredGraphic, 'files'> & { files: string };

function sqliteGraphics(connection: Connection): Pick<AssetStore, 'addGraphic' | 'graphic' | 'graphicsOf'> {
  const columns = 'id, account_id AS accountId, name, manifest, files, created_at AS createdAt';
  const add = connection.prepare(
    'INSERT INTO graphics (id, account_id, name, manifest, files, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const byId = connection.query<GraphicRow>(`SELECT ${columns} FROM graphics WHERE id = ?`);
  const list = connection.query<GraphicRow>(`SELECT ${columns} FROM graphics WHERE account_id = ? ORDER BY rowid`);
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
    graphicsOf: (accountId) => list.all(accountId).map(graphic),
  };
}
