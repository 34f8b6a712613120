import type { StoredState } from '../../../contract/model/animation-state.ts';
import type { Value } from '../../../contract/model/field.ts';
import type { AppInstanceStore, StoredApp, StoredShow } from '../app-instances.ts';
import type { Connection } from './connection.ts';
import type { Contents } from './contents.ts';
import { lastPlace } from './folders.ts';
import { tokenHash } from './token-hash.ts';

const columns = `id, account_id AS accountId, user_id AS userId, fid, folder, name, template_id AS templateId,
  template_version AS templateVersion, token, output_token AS outputToken, shared, outputs,
  composition_id AS compositionId, content_id AS contentId, revision, created_at AS createdAt, updated_at AS updatedAt`;

/** The row of an app instance. */
type AppRow = Omit<StoredApp, 'shared' | 'outputs'> & { shared: number; outputs: string };

/** The app instances with the values and states of their shows. */
export function sqliteAppInstances(connection: Connection, contents: Contents): AppInstanceStore {
  return { ...readers(connection), ...writers(connection, contents) };
}

type Readers = 'appInstances' | 'appInstance' | 'appByToken' | 'allAppInstances' | 'show';

function readers(connection: Connection): Pick<AppInstanceStore, Readers> {
  const select = (where: string): string =>
    `SELECT ${columns} FROM app_instances WHERE ${where} AND deleted_at IS NULL ORDER BY id`;
  const list = connection.query<AppRow>(select('account_id = ?'));
  const all = connection.query<AppRow>(select('true'));
  const byId = connection.query<AppRow>(select('id = ? AND account_id = ?'));
  const byAppToken = connection.query<AppRow>(select('token_hash = ?'));
  const byOutputToken = connection.query<AppRow>(select('output_token_hash = ?'));
  const values = connection.query<{ sub: string; field: string; value: string }>(
    'SELECT sub_id AS sub, field_id AS field, value FROM current_values WHERE app_id = ?',
  );
  const states = connection.query<{ sub: string; state: StoredState }>(
    'SELECT sub_id AS sub, state FROM current_states WHERE app_id = ?',
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
  return { ...app, shared: app.shared === 1, outputs: JSON.parse(app.outputs) as string[] };
}

function maybeStored(app: AppRow | undefined): StoredApp | undefined {
  return app && stored(app);
}

type Writers = 'addAppInstance' | 'setAppToken' | 'loadShow' | 'deleteAppInstance';

function writers(connection: Connection, contents: Contents): Pick<AppInstanceStore, Writers> {
  const added = connection.query<AppRow>(`SELECT ${columns} FROM app_instances WHERE id = ?`);
  const insert = inserter(connection);
  const setToken = connection.prepare(
    'UPDATE app_instances SET token = ?, token_hash = ?, updated_at = ? WHERE id = ?',
  );
  const contentIdOf = connection.query<{ contentId: number | null }>(
    'SELECT content_id AS contentId FROM app_instances WHERE id = ?',
  );
  const load = connection.prepare(
    'UPDATE app_instances SET composition_id = ?, content_id = ?, revision = ?, updated_at = ? WHERE id = ?',
  );
  const dropValues = connection.prepare('DELETE FROM current_values WHERE app_id = ?');
  const dropStates = connection.prepare('DELETE FROM current_states WHERE app_id = ?');
  const markDeleted = connection.prepare('UPDATE app_instances SET deleted_at = ? WHERE id = ?');
  return {
    addAppInstance: (app, made) =>
      connection.transaction(() => stored(added.first(insert({ ...app, ...made })) as AppRow)),
    setAppToken: (id, token, at) =>
      connection.transaction(() => void setToken.run(token, token === null ? null : tokenHash(token), at, id)),
    loadShow: (id, loaded, { revision, at }) =>
      connection.transaction(() => {
        const before = contentIdOf.first(id);
        load.run(loaded?.compositionId ?? null, loaded?.contentId ?? null, revision, at, id);
        dropValues.run(id);
        dropStates.run(id);
        contents.release(before?.contentId ?? null);
      }),
    deleteAppInstance: (id, at) => connection.transaction(() => void markDeleted.run(at, id)),
  };
}

type NewAppRow = Omit<StoredApp, 'id' | 'revision' | 'createdAt' | 'updatedAt'> & { at: string };

function inserter(connection: Connection): (app: NewAppRow) => number {
  const last = lastPlace(connection);
  const insert = connection.prepare(
    `INSERT INTO app_instances
       (account_id, user_id, fid, folder, name, template_id, template_version, token, token_hash, output_token,
        output_token_hash, shared, outputs, composition_id, content_id, sort_order, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (app) => {
    const { accountId, userId, fid, folder, name, templateId, templateVersion, token, outputToken, at } = app;
    const who = [accountId, userId, fid, folder, name, templateId, templateVersion];
    const tokens = [token, token === null ? null : tokenHash(token), outputToken, tokenHash(outputToken)];
    const shown = [Number(app.shared), JSON.stringify(app.outputs), app.compositionId, app.contentId];
    return Number(insert.run(...who, ...tokens, ...shown, last(folder), at, at).lastInsertRowid);
  };
}
