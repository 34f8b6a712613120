import { createHash } from 'node:crypto';
import type { StoredState } from '../../contract/model/animation-state.ts';
import type { Value } from '../../contract/model/field.ts';
import { isLoaded, type Loadable, type OutputContent, type OutputShowing } from '../domain/outputs.ts';
import type { NewFolder } from './accounts.ts';
import type { Contents } from './compositions.ts';
import { lastPlace } from './folders.ts';
import type { SqliteConnection } from './sqlite/connection.ts';

interface StoredOutput extends OutputShowing {
  name: string;
  /** Gives access only to its output page and its part of the live channel. */
  token: string;
}

/** Without the loaded show. Deleted app instances are never returned. */
export interface StoredApp {
  id: number;
  accountId: number;
  userId: number;
  fid: string;
  folder: string;
  name: string;
  templateId: number;
  templateVersion: number;
  /** Gives access to the whole app instance; null for no token. */
  token: string | null;
  shared: boolean;
  /** In creation order; `onair_url` names the first output. */
  outputs: StoredOutput[];
  revision: number;
  createdAt: string;
  updatedAt: string;
}

export interface NewApp extends Omit<StoredApp, 'id' | 'fid' | 'revision' | 'createdAt' | 'updatedAt' | 'outputs'> {
  outputs: readonly { name: string; token: string; shown: Loadable | null }[];
}

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

export function sqliteAppInstances(connection: SqliteConnection, contents: Contents) {
  return { ...readers(connection), ...writers(connection, contents) };
}

function readers(connection: SqliteConnection) {
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
    appInstances: (accountId: number) => list.all(accountId).map(stored),
    allAppInstances: () => all.all().map(stored),
    appInstance: (accountId: number, id: number): StoredApp | undefined => {
      const found = byId.first(id, accountId);
      return found && stored(found);
    },
    appByToken: (token: string): { app: StoredApp; kind: 'app' | 'output' } | undefined => {
      const hash = tokenHash(token);
      const app = byAppToken.first(hash);
      if (app) return { app: stored(app), kind: 'app' };
      const shown = byOutputToken.first(hash);
      return shown && { app: stored(shown), kind: 'output' };
    },
    loadedContents: () => loaded.all().map(({ id }) => id),
    /** Values and states that were ever set; others have the content's defaults. */
    show: (id: number) => ({
      values: values.all(id).map(({ value, ...place }) => ({ ...place, value: JSON.parse(value) as Value })),
      states: states.all(id),
    }),
  };
}

function stored(app: AppRow): StoredApp {
  return { ...app, shared: app.shared === 1, outputs: JSON.parse(app.outputs) as StoredApp['outputs'] };
}

/** Hashed, so that look-up timing reveals nothing about a guess. */
export function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

function writers(connection: SqliteConnection, contents: Contents) {
  const added = connection.query<AppRow>(`SELECT ${columns} FROM app_instances WHERE id = ?`);
  const insert = inserter(connection);
  const addOutput = connection.write(
    'INSERT INTO outputs (app_id, place, name, token, token_hash) VALUES (?, ?, ?, ?, ?)',
  );
  const show = loader(connection, contents);
  const setToken = connection.write('UPDATE app_instances SET token = ?, token_hash = ?, updated_at = ? WHERE id = ?');
  const setRevision = connection.write('UPDATE app_instances SET revision = ?, updated_at = ? WHERE id = ?');
  const markDeleted = connection.write('UPDATE app_instances SET deleted_at = ? WHERE id = ?');
  return {
    addAppInstance: (app: NewApp, made: NewFolder) =>
      connection.transaction(() => {
        const id = insert(app, made);
        for (const [place, { name, token }] of app.outputs.entries()) {
          addOutput(id, place, name, token, tokenHash(token));
        }
        show(
          id,
          app.outputs.map(({ shown }) => shown),
        );
        return stored(added.first(id) as AppRow);
      }),
    setAppToken: (id: number, token: string | null, at: string) =>
      setToken(token, token === null ? null : tokenHash(token), at, id),
    /** Sets the contents of the outputs. Removes unused loaded compositions with their values and states. */
    loadShow: (id: number, shown: readonly OutputContent[], { revision, at }: { revision: number; at: string }) =>
      connection.transaction(() => {
        show(id, shown);
        setRevision(revision, at, id);
      }),
    deleteAppInstance: (id: number, at: string) => markDeleted(at, id),
  };
}

function loader(connection: SqliteConnection, contents: Contents) {
  const clear = connection.write('UPDATE outputs SET loaded_id = NULL WHERE app_id = ?');
  const leaving = 'FROM loaded_compositions WHERE app_id = ? AND id NOT IN (SELECT value FROM json_each(?))';
  const contentsLeaving = connection.query<{ contentId: number }>(`SELECT content_id AS contentId ${leaving}`);
  const remove = connection.write(`DELETE ${leaving}`);
  const load = connection.prepare(
    'INSERT INTO loaded_compositions (app_id, composition_id, content_id) VALUES (?, ?, ?)',
  );
  const set = connection.write('UPDATE outputs SET loaded_id = ? WHERE app_id = ? AND place = ?');
  return (appId: number, shown: readonly OutputContent[]): void => {
    const kept = JSON.stringify(shown.filter(isLoaded).map(({ id }) => id));
    const released = contentsLeaving.all(appId, kept);
    clear(appId);
    remove(appId, kept);
    const loadedNow = new Map<number, number>();
    for (const [place, one] of shown.entries()) {
      if (!one) continue;
      const { compositionId, contentId } = one;
      const known = isLoaded(one) ? one.id : loadedNow.get(compositionId);
      const id = known ?? Number(load.run(appId, compositionId, contentId).lastInsertRowid);
      loadedNow.set(compositionId, id);
      set(id, appId, place);
    }
    for (const { contentId } of released) contents.release(contentId);
  };
}

function inserter(connection: SqliteConnection) {
  const last = lastPlace(connection);
  const insert = connection.prepare(
    `INSERT INTO app_instances
       (account_id, user_id, fid, folder, name, template_id, template_version, token, token_hash, shared, sort_order,
        created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (app: NewApp, { fid, at }: NewFolder): number => {
    const { accountId, userId, folder, name, templateId, templateVersion, token } = app;
    const who = [accountId, userId, fid, folder, name, templateId, templateVersion];
    const secret = [token, token === null ? null : tokenHash(token)];
    return Number(insert.run(...who, ...secret, Number(app.shared), last(folder), at, at).lastInsertRowid);
  };
}
