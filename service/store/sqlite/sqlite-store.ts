import type { Store } from '../store.ts';
import { sqliteAccounts } from './accounts.ts';
import { sqliteAppInstances } from './app-instances.ts';
import { removeUnfinishedAssets, sqliteAssets } from './assets.ts';
import { sqliteCompositions } from './compositions.ts';
import { Connection } from './connection.ts';
import { sqliteContents } from './contents.ts';
import { sqliteFolders } from './folders.ts';
import { pragma } from './inspect.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';
import { sqlitePurge } from './purge.ts';

/** Opens the SQLite store of a data directory. Throws what {@link openDatabase} throws. */
export function openSqliteStore(directory: string): Store {
  const opened = openDatabase(directory);
  removeUnfinishedAssets(new Connection(opened.database));
  return sqliteStore(opened);
}

/** The store in an open database. Closing the store closes the database. */
export function sqliteStore({ database, close }: OpenDatabase): Store {
  const connection = new Connection(database);
  const contents = sqliteContents(connection);
  return {
    ...sqliteAccounts(connection),
    ...sqliteFolders(connection),
    ...sqliteCompositions(connection, contents),
    ...sqliteAppInstances(connection, contents),
    ...sqliteAssets(connection),
    ...sqlitePurge(connection, contents),
    ...settings(connection),
    transaction: (write) => connection.transaction(write),
    commit: committer(connection),
    changedElsewhere: changes(connection),
    close,
  };
}

/** Writes control updates, the only frequent write. It writes only rows that change, and each of them once. */
function committer(connection: Connection): Store['commit'] {
  const setValue = connection.prepare(
    `INSERT INTO current_values (loaded_id, sub_id, field_id, value) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
  );
  const setState = connection.prepare(
    `INSERT INTO current_states (loaded_id, sub_id, state) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET state = excluded.state WHERE state <> excluded.state`,
  );
  const setRevision = connection.prepare('UPDATE app_instances SET revision = ? WHERE id = ?');
  return (writes) =>
    connection.transaction(() => {
      // The last write of each row, by the row's key. Ids of sub-compositions are UUIDs, so no two rows share a key.
      const last = new Map<string, () => void>();
      for (const { appId, revision, changes, loadedOf } of writes) {
        for (const { id, payload, state } of changes) {
          const loaded = loadedOf(id);
          for (const field in payload) {
            last.set(`${loaded}/${id}/${field}`, () => setValue.run(loaded, id, field, JSON.stringify(payload[field])));
          }
          if (state !== undefined) last.set(`${loaded}/${id}`, () => setState.run(loaded, id, state));
        }
        last.set(`${appId}`, () => setRevision.run(revision, appId));
      }
      for (const run of last.values()) run();
    });
}

function settings(connection: Connection): Pick<Store, 'setting' | 'setSetting'> {
  const read = connection.prepare('SELECT value FROM settings WHERE name = ?');
  const write = connection.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  return {
    setting: (name) => {
      const found = read.get(name);
      return found && String(found.value);
    },
    setSetting: (name, value) => connection.transaction(() => void write.run(name, value)),
  };
}

/** SQLite counts the commits of other connections. Source: sqlite.org/pragma.html#pragma_data_version */
function changes({ database }: Connection): Store['changedElsewhere'] {
  let seen = pragma(database, 'data_version');
  return () => {
    const before = seen;
    seen = pragma(database, 'data_version');
    return seen !== before;
  };
}
