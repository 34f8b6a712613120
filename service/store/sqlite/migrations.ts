/** Marks a database file as one of this service (`PRAGMA application_id`): the letters OVDK. */
export const applicationId = 0x4f56444b;

/**
 * The numbered, forward-only steps of the database: step N leads to `user_version` N. A step that was ever released is
 * never edited. Values and states have rows of their own, so that a write touches what changed and nothing else.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE compositions (id INTEGER PRIMARY KEY AUTOINCREMENT, content TEXT NOT NULL) STRICT;

  CREATE TABLE app_instances (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    output_token TEXT NOT NULL UNIQUE,
    composition_id INTEGER NOT NULL REFERENCES compositions (id),
    revision INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE current_values (
    app_id INTEGER NOT NULL REFERENCES app_instances (id),
    sub_id TEXT NOT NULL,
    field_id TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (app_id, sub_id, field_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE current_states (
    app_id INTEGER NOT NULL REFERENCES app_instances (id),
    sub_id TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (app_id, sub_id)
  ) STRICT, WITHOUT ROWID;
  `,
];

/** The version of a database that this program writes. */
export const newestVersion = migrations.length;
