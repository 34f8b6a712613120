import { dirname } from 'node:path';
import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Value } from '../../contract/model/field.ts';
import type { Change } from '../../contract/service-api/live-channel.ts';
import { sqliteAccounts } from './accounts.ts';
import { sqliteAppInstances } from './app-instances.ts';
import { removeUnfinishedAssets, sqliteAssets } from './assets.ts';
import { sqliteCompositions, sqliteContents } from './compositions.ts';
import { sqliteFolders } from './folders.ts';
import { sqlitePurge } from './purge.ts';
import { diskReserve } from './reserve.ts';
import { SqliteConnection } from './sqlite/connection.ts';
import { dataFiles } from './sqlite/data-files.ts';
import { pragma } from './sqlite/inspect.ts';
import { openDatabase, type OpenDatabase } from './sqlite/open-database.ts';

export interface RevisionWrite {
  appId: number;
  revision: number;
  changes: readonly Change[];
  loadedOf: (sub: string) => number;
}

/** Throws like {@link openDatabase}. */
export function openSqliteStore(directory: string): Store {
  const opened = openDatabase(directory);
  removeUnfinishedAssets(new SqliteConnection(opened.database));
  return sqliteStore(opened);
}

export type Store = ReturnType<typeof sqliteStore>;

/**
 * All calls except `addAsset` and `removeAsset` are synchronous: data is on disk when they return. Writes throw
 * `storage-full` or `storage-failed` and store nothing.
 */
export function sqliteStore({ database, close }: OpenDatabase) {
  // Pages that leave the cache within a transaction cost twice. A request has 10 MiB at most, so memory is bounded.
  database.exec('PRAGMA cache_spill = OFF');
  const connection = new SqliteConnection(database);
  const contents = sqliteContents(connection);
  return {
    ...sqliteAccounts(connection),
    ...sqliteFolders(connection),
    ...sqliteCompositions(connection, contents),
    ...sqliteAppInstances(connection, contents),
    ...sqliteAssets(connection),
    ...sqlitePurge(connection, contents),
    ...settings(connection),
    ...diskReserve(dataFiles(dirname(database.location() ?? '')).reserve),
    transaction: <Result>(write: () => Result): Result => connection.transaction(write),
    /** One transaction with one sync; each changed row once, with its newest value. */
    commit: committer(connection),
    /** Detects writes of other programs, such as `user add`, since the last call. */
    changedElsewhere: changes(connection),
    close,
  };
}

/** Control updates are the only frequent write. */
function committer(connection: SqliteConnection) {
  const setValue = connection.prepare(
    `INSERT INTO current_values (loaded_id, sub_id, field_id, value) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
  );
  const setState = connection.prepare(
    `INSERT INTO current_states (loaded_id, sub_id, state) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET state = excluded.state WHERE state <> excluded.state`,
  );
  const setRevision = connection.prepare('UPDATE app_instances SET revision = ? WHERE id = ?');
  return (writes: readonly RevisionWrite[]): void =>
    connection.transaction(() => {
      for (const [loaded, subs] of newest(writes)) {
        for (const [id, { values, state }] of subs) {
          for (const [field, value] of values) setValue.run(loaded, id, field, JSON.stringify(value));
          if (state !== undefined) setState.run(loaded, id, state);
        }
      }
      const revisions = new Map(writes.map(({ appId, revision }) => [appId, revision]));
      for (const [appId, revision] of revisions) setRevision.run(revision, appId);
    });
}

interface Newest {
  values: Map<string, Value>;
  state?: StoredState;
}

function newest(writes: readonly RevisionWrite[]): Map<number, Map<string, Newest>> {
  const found = new Map<number, Map<string, Newest>>();
  for (const { changes, loadedOf } of writes) {
    for (const { id, payload, state } of changes) {
      const loaded = loadedOf(id);
      const subs = found.get(loaded) ?? new Map<string, Newest>();
      const sub = subs.get(id) ?? { values: new Map<string, Value>() };
      found.set(loaded, subs.set(id, sub));
      for (const field in payload) sub.values.set(field, payload[field] as Value);
      if (state !== undefined) sub.state = state;
    }
  }
  return found;
}

function settings(connection: SqliteConnection) {
  const read = connection.prepare('SELECT value FROM settings WHERE name = ?');
  const write = connection.write(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  return {
    setting: (name: string) => {
      const found = read.get(name);
      return found && String(found.value);
    },
    setSetting: (name: string, value: string) => write(name, value),
  };
}

/** SQLite counts other connections' commits. Source: sqlite.org/pragma.html#pragma_data_version */
function changes({ database }: SqliteConnection): () => boolean {
  let seen = pragma(database, 'data_version');
  return () => {
    const before = seen;
    seen = pragma(database, 'data_version');
    return seen !== before;
  };
}
