import type { DatabaseSync } from 'node:sqlite';
import type { StoredState } from '../../../contract/model/animation-state.ts';
import type { Composition } from '../../../contract/model/composition.ts';
import type { Value } from '../../../contract/model/field.ts';
import type { LoadedApp, RevisionWrite, Store, StoredApp } from '../store.ts';
import { openDatabase } from './open-database.ts';
import { writeError } from './sqlite-error.ts';

/** The store of a data directory in SQLite. Throws what {@link openDatabase} throws. */
export function openSqliteStore(directory: string): Store {
  return sqliteStore(openDatabase(directory));
}

/** The store in a database that is open; closing the store closes it. */
export function sqliteStore(database: DatabaseSync): Store {
  return new SqliteStore(database);
}

type Row = Record<string, unknown>;

class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #setValue;
  readonly #setState;
  readonly #setRevision;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#setValue = database.prepare(
      `INSERT INTO current_values (app_id, sub_id, field_id, value) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value`,
    );
    this.#setState = database.prepare(
      `INSERT INTO current_states (app_id, sub_id, state) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET state = excluded.state`,
    );
    this.#setRevision = database.prepare('UPDATE app_instances SET revision = ? WHERE id = ?');
  }

  apps(): LoadedApp[] {
    const apps = this.#database
      .prepare(
        `SELECT app.id, name, token, output_token AS outputToken, composition_id AS compositionId, revision, content
         FROM app_instances AS app JOIN compositions AS composition ON composition.id = composition_id ORDER BY app.id`,
      )
      .all() as unknown as (StoredApp & { content: string })[];
    return apps.map(({ content, ...app }) => ({
      ...app,
      composition: JSON.parse(content) as Composition,
      values: this.#values(app.id),
      states: this.#states(app.id),
    }));
  }

  #values(appId: number): LoadedApp['values'] {
    const rows = this.#all('SELECT sub_id, field_id, value FROM current_values WHERE app_id = ?', appId);
    return rows.map((row) => ({
      sub: String(row.sub_id),
      field: String(row.field_id),
      value: JSON.parse(String(row.value)) as Value,
    }));
  }

  #states(appId: number): LoadedApp['states'] {
    const rows = this.#all('SELECT sub_id, state FROM current_states WHERE app_id = ?', appId);
    return rows.map((row) => ({ sub: String(row.sub_id), state: row.state as StoredState }));
  }

  #all(query: string, appId: number): Row[] {
    return this.#database.prepare(query).all(appId);
  }

  addApp(app: Pick<StoredApp, 'name' | 'token' | 'outputToken'>, composition: Composition): number {
    return this.#transaction(() => {
      const { lastInsertRowid: compositionId } = this.#database
        .prepare('INSERT INTO compositions (content) VALUES (?)')
        .run(JSON.stringify(composition));
      const { lastInsertRowid: id } = this.#database
        .prepare('INSERT INTO app_instances (name, token, output_token, composition_id) VALUES (?, ?, ?, ?)')
        .run(app.name, app.token, app.outputToken, compositionId);
      return Number(id);
    });
  }

  commit(writes: readonly RevisionWrite[]): void {
    this.#transaction(() => {
      for (const { appId, revision, changes } of writes) {
        for (const { id, payload, state } of changes) {
          for (const field in payload) this.#setValue.run(appId, id, field, JSON.stringify(payload[field]));
          if (state !== undefined) this.#setState.run(appId, id, state);
        }
        this.#setRevision.run(revision, appId);
      }
    });
  }

  setting(name: string): string | undefined {
    const row = this.#database.prepare('SELECT value FROM settings WHERE name = ?').get(name);
    return row === undefined ? undefined : String(row.value);
  }

  setSetting(name: string, value: string): void {
    this.#transaction(() => {
      this.#database
        .prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
        .run(name, value);
    });
  }

  /** The log is written into the database file by SQLite itself when the last connection closes. */
  close(): void {
    this.#database.close();
  }

  #transaction<Result>(write: () => Result): Result {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const result = write();
      this.#database.exec('COMMIT');
      return result;
    } catch (thrown) {
      this.#rollBack();
      throw writeError(thrown);
    }
  }

  /** Some errors of SQLite have rolled back already, and on a dead disk the rollback fails too: the first error counts. */
  #rollBack(): void {
    try {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    } catch {
      return;
    }
  }
}
