import type { StoredState } from '../../../contract/model/animation-state.ts';
import type { Value } from '../../../contract/model/field.ts';
import { isLoaded, type OutputContent } from '../../domain/outputs.ts';
import type { AppInstanceStore, NewApp, StoredApp, StoredShow } from '../app-instances.ts';
import type { NewFolder } from '../accounts.ts';
import type { SqliteConnection } from './connection.ts';
import type { Contents } from './contents.ts';
import { lastPlace } from './folders.ts';
import { tokenHash } from './token-hash.ts';

const outputs = `(
  SELECT json_group_array(json_object('name', name, 'token', outputs.token, 'loaded', CASE WHEN loaded_id IS NULL
    THEN NULL
    ELSE json_object('id', loaded_id, 'compositionId', composition_id, 'contentId', content_id) END) ORDER BY place)
  FROM outputs LEFT JOIN loaded_compositions ON loaded_compositions.id = loaded_id
  WHERE outputs.app_id = app_instances.id)`;

const columns = `id, account_id AS accountId, user_id AS userId, fid, folder, name, template_id AS templateId,
  template_version AS templateVersion, token, shared, ${outputs} AS outputs, revision, created_at AS createdAt,
  updated_at AS updatedAt`;

type AppRow = Omit<StoredApp, 'shared' | 'outputs'> & { shared: number; outputs: string };

export function sqliteAppInstances(connection: SqliteConnection, contents: Contents): AppInstanceStore {
  return { ...readers(connection), ...writers(connection, contents) };
}

type AppReaders = 'appInstances' | 'appInstance' | 'appByToken' | 'allAppInstances' | 'loadedContents' | 'show';

function readers(connection: SqliteConnection): Pick<AppInstanceStore, AppReaders> {
  const select = (where: string): string =>
    `SELECT ${columns} FROM app_instances WHERE ${where} AND deleted_at IS NULL ORDER BY id`;
  const list = connection.query<AppRow>(select('account_id = ?'));
  const all = connection.query<AppRow>(select('true'));
  const byId = connection.query<AppRow>(select('id = ? AND account_id = ?'));
  const byAppToken = connection.query<AppRow>(select('token_hash = ?'));
  const byOutputToken = connection.query<AppRow>(select('id = (SELECT app_id FROM outputs WHERE token_hash = ?)'));
  const loaded = connection.query<{ id: number }>('SELECT DISTINCT content_id AS id FROM loaded_compositions');
  const values = connection.query<{ sub: string; field: string; value: string }>(
    `SELECT sub_id AS sub, field_id AS field, value
     FROM current_values JOIN loaded_compositions ON id = loaded_id WHERE app_id = ?`,
  );
  const states = connection.query<{ sub: string; state: StoredState }>(
    'SELECT sub_id AS sub, state FROM current_states JOIN loaded_compositions ON id = loaded_id WHERE app_id = ?',
  );
  return {
    appInstances: (accountId) => list.all(accountId).map(stored),
    allAppInstances: () => all.all().map(stored),
    appInstance: (accountId, id) => maybeStored(byId.first(id, accountId)),
    appByToken: (token) => {
      const hash = tokenHash(token);
      const app = byAppToken.first(hash);
      if (app) return { app: stored(app), kind: 'app' };
      const shown = byOutputToken.first(hash);
      return shown && { app: stored(shown), kind: 'output' };
    },
    loadedContents: () => loaded.all().map(({ id }) => id),
    show: (id): StoredShow => ({
      values: values.all(id).map(({ value, ...place }) => ({
        ...place,
        value: JSON.parse(value) as Value,
      })),
      states: states.all(id),
    }),
  };
}

function stored(app: AppRow): StoredApp {
  return { ...app, shared: app.shared === 1, outputs: JSON.parse(app.outputs) as StoredApp['outputs'] };
}

function maybeStored(app: AppRow | undefined): StoredApp | undefined {
  return app && stored(app);
}

type Writers = 'addAppInstance' | 'setAppToken' | 'loadShow' | 'deleteAppInstance';

function writers(connection: SqliteConnection, contents: Contents): Pick<AppInstanceStore, Writers> {
  const added = connection.query<AppRow>(`SELECT ${columns} FROM app_instances WHERE id = ?`);
  const insert = inserter(connection);
  const addOutput = connection.prepare(
    'INSERT INTO outputs (app_id, place, name, token, token_hash) VALUES (?, ?, ?, ?, ?)',
  );
  const show = loader(connection, contents);
  const setToken = connection.prepare(
    'UPDATE app_instances SET token = ?, token_hash = ?, updated_at = ? WHERE id = ?',
  );
  const setRevision = connection.prepare('UPDATE app_instances SET revision = ?, updated_at = ? WHERE id = ?');
  const markDeleted = connection.prepare('UPDATE app_instances SET deleted_at = ? WHERE id = ?');
  return {
    addAppInstance: (app, made) =>
      connection.transaction(() => {
        const id = insert(app, made);
        for (const [place, { name, token }] of app.outputs.entries()) {
          addOutput.run(id, place, name, token, tokenHash(token));
        }
        show(
          id,
          app.outputs.map(({ shown }) => shown),
        );
        return stored(added.first(id) as AppRow);
      }),
    setAppToken: (id, token, at) =>
      connection.transaction(() => void setToken.run(token, token === null ? null : tokenHash(token), at, id)),
    loadShow: (id, shown, { revision, at }) =>
      connection.transaction(() => {
        show(id, shown);
        setRevision.run(revision, at, id);
      }),
    deleteAppInstance: (id, at) => connection.transaction(() => void markDeleted.run(at, id)),
  };
}

function loader(
  connection: SqliteConnection,
  contents: Contents,
): (appId: number, shown: readonly OutputContent[]) => void {
  const clear = connection.prepare('UPDATE outputs SET loaded_id = NULL WHERE app_id = ?');
  const leaving = 'FROM loaded_compositions WHERE app_id = ? AND id NOT IN (SELECT value FROM json_each(?))';
  const contentsLeaving = connection.query<{ contentId: number }>(`SELECT content_id AS contentId ${leaving}`);
  const remove = connection.prepare(`DELETE ${leaving}`);
  const load = connection.prepare(
    'INSERT INTO loaded_compositions (app_id, composition_id, content_id) VALUES (?, ?, ?)',
  );
  const set = connection.prepare('UPDATE outputs SET loaded_id = ? WHERE app_id = ? AND place = ?');
  return (appId, shown) => {
    const kept = JSON.stringify(shown.filter(isLoaded).map(({ id }) => id));
    const released = contentsLeaving.all(appId, kept);
    clear.run(appId);
    remove.run(appId, kept);
    const loadedNow = new Map<number, number>();
    for (const [place, one] of shown.entries()) {
      if (!one) continue;
      const { compositionId, contentId } = one;
      const known = isLoaded(one) ? one.id : loadedNow.get(compositionId);
      const id = known ?? Number(load.run(appId, compositionId, contentId).lastInsertRowid);
      loadedNow.set(compositionId, id);
      set.run(id, appId, place);
    }
    for (const { contentId } of released) contents.release(contentId);
  };
}

function inserter(connection: SqliteConnection): (app: NewApp, made: NewFolder) => number {
  const last = lastPlace(connection);
  const insert = connection.prepare(
    `INSERT INTO app_instances
       (account_id, user_id, fid, folder, name, template_id, template_version, token, token_hash, shared, sort_order,
        created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (app, { fid, at }) => {
    const { accountId, userId, folder, name, templateId, templateVersion, token } = app;
    const who = [accountId, userId, fid, folder, name, templateId, templateVersion];
    const secret = [token, token === null ? null : tokenHash(token)];
    return Number(insert.run(...who, ...secret, Number(app.shared), last(folder), at, at).lastInsertRowid);
  };
}
