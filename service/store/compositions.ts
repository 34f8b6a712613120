import type { NewFolder } from './accounts.ts';
import { lastPlace } from './folders.ts';
import type { SqliteConnection } from './sqlite/connection.ts';

export interface StoredComposition {
  id: number;
  accountId: number;
  userId: number;
  fid: string;
  folder: string;
  name: string;
  /** Access token of rows 24 and 25. */
  token: string | null;
  pictureId: string | null;
  contentId: number;
  createdAt: string;
  updatedAt: string;
}

export interface StoredRevision {
  id: number;
  compositionId: number;
  revisionId: number;
  accountId: number;
  userId: number;
  userEmail: string;
  description: string;
  contentId: number;
  createdAt: string;
  updatedAt: string;
}

/** `size`: width and height in pixels. `id`: UUID. */
export interface StoredPicture {
  id: string;
  mediaType: string;
  size: { width: number; height: number };
  bytes: Uint8Array;
}

export type PictureHead = Omit<StoredPicture, 'bytes'>;

export type Contents = ReturnType<typeof sqliteContents>;

export function sqliteContents(connection: SqliteConnection) {
  const add = connection.prepare('INSERT INTO contents (text) VALUES (?)');
  const text = connection.prepare('SELECT text FROM contents WHERE id = ?');
  // Decoding the largest text takes longer than reading its bytes.
  const bytes = connection.prepare('SELECT CAST(text AS BLOB) AS bytes FROM contents WHERE id = ?');
  const found = (row: ReturnType<typeof text.get>, id: number): NonNullable<typeof row> => {
    if (!row) throw new Error(`There is no content ${id}.`);
    return row;
  };
  const release = connection.prepare(
    `DELETE FROM contents WHERE id = ?1
       AND NOT EXISTS (SELECT 1 FROM compositions WHERE content_id = ?1)
       AND NOT EXISTS (SELECT 1 FROM revisions WHERE content_id = ?1)
       AND NOT EXISTS (SELECT 1 FROM loaded_compositions WHERE content_id = ?1)`,
  );
  return {
    add: (content: string): number => {
      connection.copyLogLater(content.length);
      return Number(add.run(content).lastInsertRowid);
    },
    text: (id: number): string => String(found(text.get(id), id).text),
    bytes: (id: number) => found(bytes.get(id), id).bytes as Uint8Array<ArrayBuffer>,
    /** Deletes a content unless a composition, revision or loaded composition refers to it. */
    release: (id: number | null) => void release.run(id),
  };
}

const columns = `id, account_id AS accountId, user_id AS userId, fid, folder, name, token, picture_id AS pictureId,
  content_id AS contentId, created_at AS createdAt, updated_at AS updatedAt`;

type NewComposition = Pick<StoredComposition, 'accountId' | 'userId' | 'folder' | 'name'>;

/**
 * Contents are immutable texts shared by compositions, revisions and app instances, so a revision costs only a row.
 * Calls without an account cover every account.
 */
export function sqliteCompositions(connection: SqliteConnection, contents: Contents) {
  const list = connection.query<StoredComposition>(
    `SELECT ${columns} FROM compositions WHERE account_id = ? AND deleted_at IS NULL ORDER BY id`,
  );
  const byId = connection.query<StoredComposition>(
    `SELECT ${columns} FROM compositions WHERE id = ? AND account_id = ? AND deleted_at IS NULL`,
  );
  const setToken = connection.write('UPDATE compositions SET token = ? WHERE id = ?');
  const markDeleted = connection.write('UPDATE compositions SET deleted_at = ? WHERE id = ?');
  const insert = inserter(connection);
  const composition = (accountId: number, id: number): StoredComposition | undefined => byId.first(id, accountId);
  return {
    ...sqliteRevisions(connection, contents),
    ...sqlitePictures(connection),
    ...presentContents(connection, contents),
    compositions: (accountId: number) => list.all(accountId),
    composition,
    addComposition: ({ content, ...given }: NewComposition & { content: string }, { at, fid }: NewFolder) =>
      connection.transaction(() => {
        const contentId = contents.add(content);
        const id = insert({ ...given, fid, pictureId: null, contentId, at });
        return composition(given.accountId, id) as StoredComposition;
      }),
    /** Shares the picture, and the content unless it gets its own; the copy has no token. */
    copyComposition: (
      from: StoredComposition,
      { content, ...to }: NewComposition & { content?: string | undefined },
      { at, fid }: NewFolder,
    ) =>
      connection.transaction(() => {
        const contentId = content === undefined ? from.contentId : contents.add(content);
        const id = insert({ ...to, fid, pictureId: from.pictureId, contentId, at });
        return composition(to.accountId, id) as StoredComposition;
      }),
    setCompositionToken: (id: number, token: string) => setToken(token, id),
    deleteComposition: (id: number, at: string) => markDeleted(at, id),
  };
}

function presentContents(connection: SqliteConnection, contents: Contents) {
  const contentIdOf = connection.query<{ contentId: number }>(
    'SELECT content_id AS contentId FROM compositions WHERE id = ?',
  );
  const setContent = connection.write('UPDATE compositions SET content_id = ?, updated_at = ? WHERE id = ?');
  return {
    writeContent: (compositionId: number, content: string, at: string) =>
      connection.transaction(() => {
        const before = contentIdOf.first(compositionId);
        setContent(contents.add(content), at, compositionId);
        contents.release(before?.contentId ?? null);
      }),
    content: (contentId: number) => contents.text(contentId),
    /** UTF-8. */
    contentBytes: (contentId: number) => contents.bytes(contentId),
  };
}

function inserter(connection: SqliteConnection) {
  const last = lastPlace(connection);
  const insert = connection.prepare(
    `INSERT INTO compositions
       (account_id, user_id, fid, folder, name, picture_id, content_id, sort_order, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  type Row = NewComposition & Pick<StoredComposition, 'fid' | 'pictureId' | 'contentId'> & { at: string };
  return ({ accountId, userId, fid, folder, name, pictureId, contentId, at }: Row): number => {
    const row = [accountId, userId, fid, folder, name, pictureId, contentId, last(folder), at, at];
    return Number(insert.run(...row).lastInsertRowid);
  };
}

export function pictureReleaser(connection: SqliteConnection): (id: string | null) => void {
  const release = connection.write(
    'DELETE FROM pictures WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM compositions WHERE picture_id = ?1)',
  );
  return (id) => void release(id);
}

/** Copies of a composition share a picture, until the last copy gets another picture. */
function sqlitePictures(connection: SqliteConnection) {
  const insert = connection.write('INSERT INTO pictures (id, media_type, width, height, bytes) VALUES (?, ?, ?, ?, ?)');
  const pictureIdOf = connection.query<{ pictureId: string | null }>(
    'SELECT picture_id AS pictureId FROM compositions WHERE id = ?',
  );
  const setPicture = connection.write('UPDATE compositions SET picture_id = ?, updated_at = ? WHERE id = ?');
  const release = pictureReleaser(connection);
  const headById = connection.query<Omit<PictureHead, 'size'> & PictureHead['size']>(
    'SELECT id, media_type AS mediaType, width, height FROM pictures WHERE id = ?',
  );
  const bytesById = connection.query<Pick<StoredPicture, 'bytes'>>('SELECT bytes FROM pictures WHERE id = ?');
  const head = (id: string): PictureHead | undefined => {
    const found = headById.first(id);
    if (!found) return undefined;
    const { width, height, mediaType } = found;
    return { id, mediaType, size: { width, height } };
  };
  return {
    setThumbnail: (compositionId: number, { id, mediaType, size, bytes }: StoredPicture, at: string) =>
      connection.transaction(() => {
        const before = pictureIdOf.first(compositionId);
        connection.copyLogLater(bytes.byteLength);
        insert(id, mediaType, size.width, size.height, bytes);
        setPicture(id, at, compositionId);
        release(before?.pictureId ?? null);
      }),
    picture: (id: string): StoredPicture | undefined => {
      const found = head(id);
      const stored = found && bytesById.first(id);
      return stored && { ...found, bytes: stored.bytes };
    },
    pictureHead: head,
  };
}

const query = `
  SELECT revision.id, composition_id AS compositionId, revision_id AS revisionId, composition.account_id AS accountId,
    revision.user_id AS userId, users.email AS userEmail, description, revision.content_id AS contentId,
    revision.created_at AS createdAt, revision.updated_at AS updatedAt
  FROM revisions AS revision
  JOIN compositions AS composition ON composition.id = composition_id
  JOIN users ON users.id = revision.user_id
  WHERE composition_id = ?`;

function sqliteRevisions(connection: SqliteConnection, contents: Contents) {
  const list = connection.query<StoredRevision>(`${query} ORDER BY revision_id`);
  const one = connection.query<StoredRevision>(`${query} AND revision_id = ?`);
  const contentIdOf = connection.query<{ contentId: number }>(
    'SELECT content_id AS contentId FROM revisions WHERE composition_id = ? AND revision_id = ?',
  );
  const write = connection.write(
    `INSERT INTO revisions (composition_id, revision_id, user_id, description, content_id, created_at, updated_at)
     SELECT id, ?2, ?3, ?4, content_id, ?5, ?5 FROM compositions WHERE id = ?1
     ON CONFLICT (composition_id, revision_id) DO UPDATE SET
       user_id = excluded.user_id, description = excluded.description, content_id = excluded.content_id,
       updated_at = excluded.updated_at`,
  );
  const remove = connection.write('DELETE FROM revisions WHERE composition_id = ? AND revision_id = ?');
  const change = (compositionId: number, revisionId: number, make: () => number): void => {
    connection.transaction(() => {
      const before = contentIdOf.first(compositionId, revisionId);
      make();
      contents.release(before?.contentId ?? null);
    });
  };
  return {
    revisions: (compositionId: number) => list.all(compositionId),
    revision: (compositionId: number, revisionId: number) => one.first(compositionId, revisionId),
    writeRevision: (
      {
        compositionId,
        revisionId,
        userId,
        description,
      }: Pick<StoredRevision, 'compositionId' | 'revisionId' | 'userId' | 'description'>,
      at: string,
    ) => change(compositionId, revisionId, () => write(compositionId, revisionId, userId, description, at)),
    deleteRevision: (compositionId: number, revisionId: number) =>
      change(compositionId, revisionId, () => remove(compositionId, revisionId)),
  };
}
