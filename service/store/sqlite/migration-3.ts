import type { DatabaseSync } from 'node:sqlite';

/** Assets in chunks, what accounts call them, and graphics. */
export function toVersion3(database: DatabaseSync): void {
  database.exec(tables);
}

/** The row of an asset is written last: chunks without one are those of a writing that was never finished. */
const tables = `
  CREATE TABLE assets (
    -- SHA-256 of the bytes, hexadecimal.
    id TEXT PRIMARY KEY,
    length INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE asset_chunks (
    asset TEXT NOT NULL,
    n INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (asset, n)
  ) STRICT;

  CREATE TABLE account_assets (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    asset TEXT NOT NULL REFERENCES assets (id),
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (account_id, asset)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE graphics (
    id TEXT PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    -- JSON.
    manifest TEXT NOT NULL,
    -- A JSON object: path in the package to id of the asset.
    files TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE INDEX graphics_by_account ON graphics (account_id);
`;
