import type { NewFolder } from './accounts.ts';
import type { SqliteConnection } from './sqlite/connection.ts';

export interface Folder {
  fid: string;
  accountId: number;
  /** null for the account's root folder, which is named "". */
  parent: string | null;
  name: string;
}

/** `id` is unique within its type. */
export interface FolderElement {
  type: 'c' | 'ai' | 'i' | 'fo';
  id: number;
  fid: string;
  name: string;
  userId: number | null;
  updatedAt: string;
  sortOrder: number;
  /** null except for compositions and pictures. */
  pictureId: string | null;
  /** null except for compositions. */
  token: string | null;
}

const columns = 'fid, account_id AS accountId, parent, name';

const elements = `
  SELECT 'fo' AS type, id, fid, name, NULL AS userId, updated_at AS updatedAt, created_at AS createdAt,
    sort_order AS sortOrder, NULL AS pictureId, NULL AS token
  FROM folders WHERE parent = ?1 AND account_id = ?2
  UNION ALL
  SELECT 'c', id, fid, name, user_id, updated_at, created_at, sort_order, picture_id, token
  FROM compositions WHERE folder = ?1 AND account_id = ?2 AND deleted_at IS NULL
  UNION ALL
  SELECT 'ai', id, fid, name, user_id, updated_at, created_at, sort_order,
    (SELECT CASE WHEN compositions.deleted_at IS NULL THEN picture_id END
     FROM outputs JOIN loaded_compositions ON loaded_compositions.id = loaded_id
     JOIN compositions ON compositions.id = composition_id
     WHERE outputs.app_id = app_instances.id ORDER BY place LIMIT 1), NULL
  FROM app_instances WHERE folder = ?1 AND account_id = ?2 AND deleted_at IS NULL
  ORDER BY sortOrder, createdAt, type, id`;

export function sqliteFolders(connection: SqliteConnection) {
  const byFid = connection.query<Folder>(`SELECT ${columns} FROM folders WHERE fid = ? AND account_id = ?`);
  const root = connection.query<Folder>(`SELECT ${columns} FROM folders WHERE account_id = ? AND parent IS NULL`);
  const inside = connection.query<Folder>(`SELECT ${columns} FROM folders WHERE parent = ? ORDER BY sort_order, id`);
  // Compares names in Unicode NFC, because accents have several encodings.
  const named = (parent: string, name: string): Folder[] =>
    inside.all(parent).filter((one) => one.name.normalize('NFC') === name.normalize('NFC'));
  const list = connection.query<FolderElement>(elements);
  const last = lastPlace(connection);
  const add = connection.write(
    `INSERT INTO folders (fid, account_id, parent, name, sort_order, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const bringUp = ['compositions', 'app_instances'].map((table) =>
    connection.write(`UPDATE ${table} SET folder = ? WHERE folder = ?`),
  );
  const remove = connection.write('DELETE FROM folders WHERE fid = ?');
  const rootFolder = (accountId: number): Folder => {
    const found = root.first(accountId);
    if (!found) throw new Error(`The account ${accountId} has no root folder.`);
    return found;
  };
  return {
    folder: (accountId: number, fid: string) => byFid.first(fid, accountId),
    rootFolder,
    foldersAt: (accountId: number, names: readonly string[]) =>
      names.reduce<Folder[]>(
        (parents, name) => parents.flatMap(({ fid }) => named(fid, name)),
        [rootFolder(accountId)],
      ),
    addFolder: (
      { accountId, parent, name }: Pick<Folder, 'accountId' | 'name'> & { parent: string },
      { at, fid }: NewFolder,
    ) =>
      connection.transaction(() => {
        add(fid, accountId, parent, name, last(parent), at, at);
        return byFid.first(fid, accountId) as Folder;
      }),
    /** Deletes an empty folder that is not a root. Its deleted contents move to the parent. */
    deleteFolder: ({ fid, parent }: Folder & { parent: string }) =>
      connection.transaction(() => {
        for (const move of bringUp) move(parent, fid);
        remove(fid);
      }),
    elements: (accountId: number, fid: string) => list.all(fid, accountId),
  };
}

/** The position after all present and former elements of a folder. */
export function lastPlace(connection: SqliteConnection): (folder: string) => number {
  const highest = connection.prepare(
    `SELECT max(
       coalesce((SELECT max(sort_order) FROM folders WHERE parent = ?1), -1),
       coalesce((SELECT max(sort_order) FROM compositions WHERE folder = ?1), -1),
       coalesce((SELECT max(sort_order) FROM app_instances WHERE folder = ?1), -1)
     ) AS place`,
  );
  return (folder) => Number(highest.get(folder)?.place) + 1;
}
