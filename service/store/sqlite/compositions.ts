import type {
  CompositionStore,
  StoredPicture,
  PictureHead,
  StoredComposition,
  StoredRevision,
} from '../compositions.ts';
import type { SqliteConnection } from './connection.ts';
import type { Contents } from './contents.ts';
import { lastPlace } from './folders.ts';

const columns = `id, account_id AS accountId, user_id AS userId, fid, folder, name, token, picture_id AS pictureId,
  content_id AS contentId, created_at AS createdAt, updated_at AS updatedAt`;

export function sqliteCompositions(connection: SqliteConnection, contents: Contents): CompositionStore {
  const list = connection.query<StoredComposition>(
    `SELECT ${columns} FROM compositions WHERE account_id = ? AND deleted_at IS NULL ORDER BY id`,
  );
  const byId = connection.query<StoredComposition>(
    `SELECT ${columns} FROM compositions WHERE id = ? AND account_id = ? AND deleted_at IS NULL`,
  );
  const setToken = connection.prepare('UPDATE compositions SET token = ? WHERE id = ?');
  const markDeleted = connection.prepare('UPDATE compositions SET deleted_at = ? WHERE id = ?');
  const insert = inserter(connection);
  const composition = (accountId: number, id: number): StoredComposition | undefined => byId.first(id, accountId);
  return {
    ...sqliteRevisions(connection, contents),
    ...sqlitePictures(connection),
    ...presentContents(connection, contents),
    compositions: (accountId) => list.all(accountId),
    composition,
    addComposition: ({ content, ...given }, { at, fid }) =>
      connection.transaction(() => {
        const contentId = contents.add(content);
        const id = insert({ ...given, fid, pictureId: null, contentId, at });
        return composition(given.accountId, id) as StoredComposition;
      }),
    copyComposition: ({ pictureId, contentId }, to, { at, fid }) =>
      connection.transaction(() => {
        const { accountId, userId, folder, name } = to;
        const id = insert({ accountId, userId, folder, name, fid, pictureId, contentId, at });
        return composition(accountId, id) as StoredComposition;
      }),
    setCompositionToken: (id, token) => connection.transaction(() => void setToken.run(token, id)),
    deleteComposition: (id, at) => connection.transaction(() => void markDeleted.run(at, id)),
  };
}

function presentContents(
  connection: SqliteConnection,
  contents: Contents,
): Pick<CompositionStore, 'writeContent' | 'content'> {
  const contentIdOf = connection.query<{ contentId: number }>(
    'SELECT content_id AS contentId FROM compositions WHERE id = ?',
  );
  const setContent = connection.prepare('UPDATE compositions SET content_id = ?, updated_at = ? WHERE id = ?');
  return {
    writeContent: (compositionId, content, at) =>
      connection.transaction(() => {
        const before = contentIdOf.first(compositionId);
        setContent.run(contents.add(content), at, compositionId);
        contents.release(before?.contentId ?? null);
      }),
    content: (contentId) => contents.text(contentId),
  };
}

type NewCompositionRow = Pick<
  StoredComposition,
  'accountId' | 'userId' | 'folder' | 'name' | 'fid' | 'pictureId' | 'contentId'
> & {
  at: string;
};

function inserter(connection: SqliteConnection): (composition: NewCompositionRow) => number {
  const last = lastPlace(connection);
  const insert = connection.prepare(
    `INSERT INTO compositions
       (account_id, user_id, fid, folder, name, picture_id, content_id, sort_order, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return ({ accountId, userId, fid, folder, name, pictureId, contentId, at }) => {
    const place = last(folder);
    return Number(
      insert.run(accountId, userId, fid, folder, name, pictureId, contentId, place, at, at).lastInsertRowid,
    );
  };
}

export function pictureReleaser(connection: SqliteConnection): (id: string | null) => void {
  const release = connection.prepare(
    'DELETE FROM pictures WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM compositions WHERE picture_id = ?1)',
  );
  return (id) => void release.run(id);
}

/** Copies of a composition share a picture, until the last copy gets another picture. */
function sqlitePictures(
  connection: SqliteConnection,
): Pick<CompositionStore, 'setThumbnail' | 'picture' | 'pictureHead'> {
  const insert = connection.prepare(
    'INSERT INTO pictures (id, media_type, width, height, bytes) VALUES (?, ?, ?, ?, ?)',
  );
  const pictureIdOf = connection.query<{ pictureId: string | null }>(
    'SELECT picture_id AS pictureId FROM compositions WHERE id = ?',
  );
  const setPicture = connection.prepare('UPDATE compositions SET picture_id = ?, updated_at = ? WHERE id = ?');
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
    setThumbnail: (compositionId, { id, mediaType, size, bytes }, at) =>
      connection.transaction(() => {
        const before = pictureIdOf.first(compositionId);
        connection.copyLogLater(bytes.byteLength);
        insert.run(id, mediaType, size.width, size.height, bytes);
        setPicture.run(id, at, compositionId);
        release(before?.pictureId ?? null);
      }),
    picture: (id) => {
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

type RevisionCalls = Pick<CompositionStore, 'revisions' | 'revision' | 'writeRevision' | 'deleteRevision'>;

function sqliteRevisions(connection: SqliteConnection, contents: Contents): RevisionCalls {
  const list = connection.query<StoredRevision>(`${query} ORDER BY revision_id`);
  const one = connection.query<StoredRevision>(`${query} AND revision_id = ?`);
  const contentIdOf = connection.query<{ contentId: number }>(
    'SELECT content_id AS contentId FROM revisions WHERE composition_id = ? AND revision_id = ?',
  );
  const write = connection.prepare(
    `INSERT INTO revisions (composition_id, revision_id, user_id, description, content_id, created_at, updated_at)
     SELECT id, ?2, ?3, ?4, content_id, ?5, ?5 FROM compositions WHERE id = ?1
     ON CONFLICT (composition_id, revision_id) DO UPDATE SET
       user_id = excluded.user_id, description = excluded.description, content_id = excluded.content_id,
       updated_at = excluded.updated_at`,
  );
  const remove = connection.prepare('DELETE FROM revisions WHERE composition_id = ? AND revision_id = ?');
  const change = (compositionId: number, revisionId: number, make: () => void): void => {
    connection.transaction(() => {
      const before = contentIdOf.first(compositionId, revisionId);
      make();
      contents.release(before?.contentId ?? null);
    });
  };
  return {
    revisions: (compositionId) => list.all(compositionId),
    revision: (compositionId, revisionId) => one.first(compositionId, revisionId),
    writeRevision: ({ compositionId, revisionId, userId, description }, at) =>
      change(compositionId, revisionId, () => void write.run(compositionId, revisionId, userId, description, at)),
    deleteRevision: (compositionId, revisionId) =>
      change(compositionId, revisionId, () => void remove.run(compositionId, revisionId)),
  };
}
