import type { DatabaseSync } from 'node:sqlite';

export function createTables(database: DatabaseSync): void {
  database.exec(settings + accounts + compositions + appInstances + assets + indexes);
}

const settings = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

const accounts = `
  CREATE TABLE accounts (id INTEGER PRIMARY KEY AUTOINCREMENT, created_at TEXT NOT NULL) STRICT;

  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    email TEXT NOT NULL,
    -- The address in lower case: addresses are unique without regard to case.
    email_key TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at TEXT NOT NULL,
    removed_at TEXT
  ) STRICT;

  CREATE TABLE folders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    fid TEXT NOT NULL UNIQUE,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    parent TEXT REFERENCES folders (fid),
    name TEXT NOT NULL,
    sort_order INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
`;

/** Contents have a separate table, so that lists never read them and a revision costs a row. */
const compositions = `
  CREATE TABLE contents (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL) STRICT;

  CREATE TABLE pictures (
    id TEXT PRIMARY KEY,
    media_type TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;

  CREATE TABLE compositions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    user_id INTEGER NOT NULL REFERENCES users (id),
    fid TEXT NOT NULL UNIQUE,
    folder TEXT NOT NULL REFERENCES folders (fid),
    name TEXT NOT NULL,
    token TEXT UNIQUE,
    picture_id TEXT REFERENCES pictures (id),
    content_id INTEGER NOT NULL REFERENCES contents (id),
    sort_order INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    deleted_at TEXT
  ) STRICT;

  CREATE TABLE revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    composition_id INTEGER NOT NULL REFERENCES compositions (id),
    revision_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL REFERENCES users (id),
    description TEXT NOT NULL,
    content_id INTEGER NOT NULL REFERENCES contents (id),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (composition_id, revision_id)
  ) STRICT;
`;

/** Values and states have separate rows, so that updates write only changes. */
const appInstances = `
  CREATE TABLE app_instances (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    user_id INTEGER NOT NULL REFERENCES users (id),
    fid TEXT NOT NULL UNIQUE,
    folder TEXT NOT NULL REFERENCES folders (fid),
    name TEXT NOT NULL,
    template_id INTEGER NOT NULL,
    template_version INTEGER NOT NULL,
    token TEXT,
    token_hash BLOB UNIQUE,
    shared INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    sort_order INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    deleted_at TEXT,
    CHECK ((token IS NULL) = (token_hash IS NULL))
  ) STRICT;

  -- A composition that an app instance has loaded, at one or more of its outputs. Loading it again makes another row,
  -- so the values and states of the earlier one go with its row.
  CREATE TABLE loaded_compositions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    app_id INTEGER NOT NULL REFERENCES app_instances (id),
    composition_id INTEGER NOT NULL REFERENCES compositions (id),
    content_id INTEGER NOT NULL REFERENCES contents (id),
    UNIQUE (app_id, composition_id)
  ) STRICT;

  CREATE TABLE outputs (
    app_id INTEGER NOT NULL REFERENCES app_instances (id),
    -- Counts from 0 within the app instance.
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    token TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    loaded_id INTEGER REFERENCES loaded_compositions (id),
    PRIMARY KEY (app_id, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE current_values (
    loaded_id INTEGER NOT NULL REFERENCES loaded_compositions (id) ON DELETE CASCADE,
    sub_id TEXT NOT NULL,
    field_id TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (loaded_id, sub_id, field_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE current_states (
    loaded_id INTEGER NOT NULL REFERENCES loaded_compositions (id) ON DELETE CASCADE,
    sub_id TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (loaded_id, sub_id)
  ) STRICT, WITHOUT ROWID;
`;

/** An asset's row is written last. Chunks without a row belong to an unfinished upload. */
const assets = `
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
    deleted_at TEXT,
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
    -- The bytes of all files.
    bytes INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    deleted_at TEXT
  ) STRICT;
`;

const indexes = `
  CREATE UNIQUE INDEX users_by_email ON users (email_key) WHERE removed_at IS NULL;
  CREATE INDEX folders_by_place ON folders (parent, sort_order);
  CREATE INDEX folders_by_name ON folders (parent, name);
  CREATE UNIQUE INDEX root_folders ON folders (account_id) WHERE parent IS NULL;
  CREATE INDEX compositions_by_account ON compositions (account_id, id) WHERE deleted_at IS NULL;
  CREATE INDEX compositions_by_place ON compositions (folder, sort_order);
  CREATE INDEX compositions_by_content ON compositions (content_id);
  CREATE INDEX compositions_by_picture ON compositions (picture_id);
  CREATE INDEX revisions_by_content ON revisions (content_id);
  CREATE INDEX app_instances_by_account ON app_instances (account_id, id) WHERE deleted_at IS NULL;
  CREATE INDEX app_instances_by_place ON app_instances (folder, sort_order);
  CREATE INDEX loaded_compositions_by_content ON loaded_compositions (content_id);
  CREATE INDEX loaded_compositions_by_composition ON loaded_compositions (composition_id);
  CREATE INDEX outputs_by_loaded ON outputs (loaded_id);
  CREATE INDEX deleted_app_instances ON app_instances (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX deleted_compositions ON compositions (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX account_assets_by_asset ON account_assets (asset);
  CREATE INDEX graphics_by_account ON graphics (account_id);
`;
