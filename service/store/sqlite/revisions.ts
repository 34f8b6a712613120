import type { CompositionStore, StoredRevision } from '../compositions.ts';
import type { SqliteConnection } from './connection.ts';
import type { Contents } from './contents.ts';

const query = `
  SELECT revision.id, composition_id AS compositionId, revision_id AS revisionId, composition.account_id AS accountId,
    revision.user_id AS userId, users.email AS userEmail, description, revision.content_id AS contentId,
    revision.created_at AS createdAt, revision.updated_at AS updatedAt
  FROM revisions AS revision
  JOIN compositions AS composition ON composition.id = composition_id
  JOIN users ON users.id = revision.user_id
  WHERE composition_id = ?`;

type RevisionCalls = Pick<CompositionStore, 'revisions' | 'revision' | 'writeRevision' | 'deleteRevision'>;

export function sqliteRevisions(connection: SqliteConnection, contents: Contents): RevisionCalls {
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
