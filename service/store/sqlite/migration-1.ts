import type { DatabaseSync } from 'node:sqlite';

/** One show per database. Values and states have rows of their own, so that a write touches what changed, no more. */
export function toVersion1(database: DatabaseSync): void {
  database.exec(tables);
}

const tables = `
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
`;
