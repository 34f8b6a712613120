import { type Contents, pictureReleaser } from './compositions.ts';
import type { SqliteConnection } from './sqlite/connection.ts';
import { pragma } from './sqlite/inspect.ts';

/** Rows or file pages per step, for 1 to 2 ms each. */
const rowsAtOnce = 500;
const pagesAtOnce = 64;
/** Free pages (1 MiB) kept in the file for later writes. */
const spare = 256;

/** Removes deleted data for good. Each call is short, so that key presses never wait. */
export function sqlitePurge(connection: SqliteConnection, contents: Contents) {
  const purgeApp = appPurger(connection, contents);
  const purgeComposition = compositionPurger(connection, contents);
  const part = connection.prepare('SELECT EXISTS (SELECT 1 FROM assets) OR EXISTS (SELECT 1 FROM graphics) AS found');
  const { database } = connection;
  return {
    /**
     * Removes some app instances and compositions deleted before a time (ISO 8601), except loaded compositions. Returns
     * whether it removed anything.
     */
    purgeDeleted: (before: string) => connection.transaction(() => purgeApp(before) || purgeComposition(before)),
    hasParts: () => part.get()?.found === 1,
    /** Shrinks the database file a little. Returns whether more may be possible. */
    giveBack: () => {
      const free = Number(pragma(database, 'freelist_count'));
      if (free <= spare) return false;
      connection.transaction(() => database.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`));
      const left = Number(pragma(database, 'freelist_count'));
      // Databases made elsewhere may not shrink.
      const more = left > spare && left < free;
      // The file shrinks only at a checkpoint of the log.
      if (!more) database.exec('PRAGMA wal_checkpoint(PASSIVE)');
      return more;
    },
  };
}

type Purger = (before: string) => boolean;

/** Removes one piece per call: loaded compositions first, then the app instance. */
function appPurger(connection: SqliteConnection, contents: Contents): Purger {
  const next = connection.query<{ id: number }>('SELECT id FROM app_instances WHERE deleted_at < ? LIMIT 1');
  const loaded = connection.query<Loaded>(
    'SELECT id, content_id AS contentId FROM loaded_compositions WHERE app_id = ? LIMIT 1',
  );
  const unload = unloader(connection, contents);
  const removeOutputs = connection.write('DELETE FROM outputs WHERE app_id = ?');
  const remove = connection.write('DELETE FROM app_instances WHERE id = ?');
  return (before) => {
    const app = next.first(before);
    if (!app) return false;
    const one = loaded.first(app.id);
    if (one) unload(one);
    else {
      removeOutputs(app.id);
      remove(app.id);
    }
    return true;
  };
}

interface Loaded {
  id: number;
  contentId: number;
}

function unloader(connection: SqliteConnection, contents: Contents): (loaded: Loaded) => void {
  const someValues = connection.write(
    `DELETE FROM current_values WHERE loaded_id = ?1 AND (sub_id, field_id) IN
       (SELECT sub_id, field_id FROM current_values WHERE loaded_id = ?1 LIMIT ${rowsAtOnce})`,
  );
  const someStates = connection.write(
    `DELETE FROM current_states WHERE loaded_id = ?1 AND sub_id IN
       (SELECT sub_id FROM current_states WHERE loaded_id = ?1 LIMIT ${rowsAtOnce})`,
  );
  const clear = connection.write('UPDATE outputs SET loaded_id = NULL WHERE loaded_id = ?');
  const remove = connection.write('DELETE FROM loaded_compositions WHERE id = ?');
  return ({ id, contentId }) => {
    if (someValues(id) > 0 || someStates(id) > 0) return;
    clear(id);
    remove(id);
    contents.release(contentId);
  };
}

function compositionPurger(connection: SqliteConnection, contents: Contents): Purger {
  const next = connection.query<{ id: number; contentId: number; pictureId: string | null }>(
    `SELECT id, content_id AS contentId, picture_id AS pictureId FROM compositions
     WHERE deleted_at < ?
       AND NOT EXISTS (SELECT 1 FROM loaded_compositions WHERE composition_id = compositions.id) LIMIT 1`,
  );
  const revision = connection.query<{ id: number; contentId: number }>(
    'SELECT id, content_id AS contentId FROM revisions WHERE composition_id = ? LIMIT 1',
  );
  const removeRevision = connection.write('DELETE FROM revisions WHERE id = ?');
  const remove = connection.write('DELETE FROM compositions WHERE id = ?');
  const releasePicture = pictureReleaser(connection);
  return (before) => {
    const composition = next.first(before);
    if (!composition) return false;
    const old = revision.first(composition.id);
    if (old) {
      removeRevision(old.id);
      contents.release(old.contentId);
      return true;
    }
    remove(composition.id);
    contents.release(composition.contentId);
    releasePicture(composition.pictureId);
    return true;
  };
}
