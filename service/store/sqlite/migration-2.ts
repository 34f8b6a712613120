import type { DatabaseSync } from 'node:sqlite';
import type { Composition } from '../../../scene/schema/composition.ts';
import { contentOf } from '../../../scene/content/content.ts';
import type { MigrationParts } from './migration.ts';
import { tokenHash } from './token-hash.ts';

/**
 * Accounts with users and folders; contents apart from what points at them; revisions, pictures, and app instances with
 * all that the first generation says of them. Ids, tokens, values, states and revision numbers stay what they were.
 */
export function toVersion2(database: DatabaseSync, parts: MigrationParts): void {
  database.exec(accountsAndFolders + compositions + appInstances);
  intoAccount(database, parts);
  database.exec(replaced + indexes);
}

/** A user without an e-mail address holds what was made before there were users, until the first user is added. */
const accountsAndFolders = `
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

/** Contents are apart from what points at them, so that lists never read them and a revision costs a row. */
const compositions = `
  CREATE TABLE contents (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL) STRICT;

  CREATE TABLE pictures (
    id TEXT PRIMARY KEY,
    media_type TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;

  CREATE TABLE new_compositions (
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

const appInstances = `
  CREATE TABLE new_app_instances (
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
    output_token TEXT NOT NULL,
    output_token_hash BLOB NOT NULL UNIQUE,
    shared INTEGER NOT NULL,
    -- A JSON array of names.
    outputs TEXT NOT NULL,
    composition_id INTEGER REFERENCES compositions (id),
    content_id INTEGER REFERENCES contents (id),
    revision INTEGER NOT NULL DEFAULT 0,
    sort_order INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    deleted_at TEXT,
    CHECK ((token IS NULL) = (token_hash IS NULL)),
    CHECK ((composition_id IS NULL) = (content_id IS NULL))
  ) STRICT;
`;

const replaced = `
  DROP TABLE app_instances;
  DROP TABLE compositions;
  ALTER TABLE new_compositions RENAME TO compositions;
  ALTER TABLE new_app_instances RENAME TO app_instances;
`;

/** Lists go by account, folders by place; what points at contents and pictures is asked when one may be let go. */
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
  CREATE INDEX app_instances_by_content ON app_instances (content_id);
`;

interface OldApp {
  id: number;
  name: string;
  token: string;
  output_token: string;
  composition_id: number;
  revision: number;
}

/** What there is from before there were accounts goes into the root folder of a first one. */
function intoAccount(database: DatabaseSync, { at, uuid }: MigrationParts): void {
  const apps = database.prepare('SELECT * FROM app_instances ORDER BY id').all() as unknown as OldApp[];
  const shows = database.prepare('SELECT id, content FROM compositions ORDER BY id').all();
  if (shows.length === 0) return;
  const root = uuid();
  database.prepare('INSERT INTO accounts (id, created_at) VALUES (1, ?)').run(at);
  database
    .prepare(
      `INSERT INTO users (id, account_id, email, email_key, password_hash, created_at) VALUES (1, 1, '', '', '', ?)`,
    )
    .run(at);
  database
    .prepare(
      `INSERT INTO folders (fid, account_id, name, sort_order, created_at, updated_at) VALUES (?, 1, '', 0, ?, ?)`,
    )
    .run(root, at, at);
  const addContent = database.prepare('INSERT INTO contents (id, text) VALUES (?, ?)');
  const addComposition = database.prepare(
    `INSERT INTO new_compositions (id, account_id, user_id, fid, folder, name, content_id, sort_order, created_at, updated_at)
     VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [order, { id, content }] of shows.entries()) {
    const composition = JSON.parse(String(content)) as Composition;
    addContent.run(id ?? null, JSON.stringify(contentOf(composition)));
    addComposition.run(id ?? null, uuid(), root, composition.root.name, id ?? null, order, at, at);
  }
  const addApp = database.prepare(
    `INSERT INTO new_app_instances
       (id, account_id, user_id, fid, folder, name, template_id, template_version, token, token_hash, output_token,
        output_token_hash, shared, outputs, composition_id, content_id, revision, sort_order, created_at, updated_at)
     VALUES (?, 1, 1, ?, ?, ?, 57, 1, ?, ?, ?, ?, 0, '["Output"]', ?, ?, ?, ?, ?, ?)`,
  );
  for (const [at_, app] of apps.entries()) {
    const { id, name, token, output_token: output, composition_id: shown, revision } = app;
    const hashes = [token, tokenHash(token), output, tokenHash(output)];
    addApp.run(id, uuid(), root, name, ...hashes, shown, shown, revision, shows.length + at_, at, at);
  }
}
