import type { DatabaseSync } from 'node:sqlite';
import { readStored } from '../../../scene/content/content-check.ts';
import { inShort } from '../../../contract/refusal.ts';
import { tokenHash } from '../app-instances.ts';

/** Rules beyond SQLite's own checks. Each query returns the `id` of rows that break the rule. */
const rules: Record<string, string> = {
  'an account without exactly one root folder': `
    SELECT id FROM accounts
    WHERE (SELECT count(*) FROM folders WHERE account_id = accounts.id AND parent IS NULL) <> 1`,
  'a user without an account of its own': `
    SELECT id FROM users WHERE removed_at IS NULL
      AND EXISTS (SELECT 1 FROM users AS other
        WHERE other.account_id = users.account_id AND other.id <> users.id AND other.removed_at IS NULL)`,
  'a folder in a folder of another account': `
    SELECT folders.id FROM folders JOIN folders AS above ON above.fid = folders.parent
    WHERE above.account_id <> folders.account_id`,
  'a folder that does not lead to a root': `
    WITH RECURSIVE reached (fid) AS (
      SELECT fid FROM folders WHERE parent IS NULL
      UNION SELECT folders.fid FROM folders JOIN reached ON folders.parent = reached.fid
    ) SELECT id FROM folders WHERE fid NOT IN (SELECT fid FROM reached)`,
  'a composition in a folder of another account': `
    SELECT compositions.id FROM compositions JOIN folders ON folders.fid = folder
    WHERE folders.account_id <> compositions.account_id`,
  'an app instance in a folder of another account': `
    SELECT app_instances.id FROM app_instances JOIN folders ON folders.fid = folder
    WHERE folders.account_id <> app_instances.account_id`,
  'an app instance that shows a composition of another account': `
    SELECT DISTINCT app_instances.id FROM app_instances
    JOIN loaded_compositions ON app_id = app_instances.id
    JOIN compositions ON compositions.id = composition_id
    WHERE compositions.account_id <> app_instances.account_id`,
  'an app instance whose outputs are not counted from 0': `
    SELECT app_id AS id FROM outputs GROUP BY app_id HAVING min(place) <> 0 OR max(place) <> count(*) - 1`,
  'an app instance with an output that shows what another one has loaded': `
    SELECT DISTINCT outputs.app_id AS id FROM outputs JOIN loaded_compositions ON loaded_compositions.id = loaded_id
    WHERE loaded_compositions.app_id <> outputs.app_id`,
  'an app instance with a loaded composition that no output shows': `
    SELECT DISTINCT app_id AS id FROM loaded_compositions
    WHERE NOT EXISTS (SELECT 1 FROM outputs WHERE loaded_id = loaded_compositions.id)`,
  'an app instance with a state that does not exist': `
    SELECT DISTINCT app_id AS id FROM current_states JOIN loaded_compositions ON id = loaded_id
    WHERE state NOT IN ('In', 'Out1', 'Out2')`,
  'an app instance with a value that is no JSON': `
    SELECT DISTINCT app_id AS id FROM current_values JOIN loaded_compositions ON id = loaded_id
    WHERE json_valid(value) = 0`,
  'a content that nothing points at': `
    SELECT id FROM contents
    WHERE NOT EXISTS (SELECT 1 FROM compositions WHERE content_id = contents.id)
      AND NOT EXISTS (SELECT 1 FROM revisions WHERE content_id = contents.id)
      AND NOT EXISTS (SELECT 1 FROM loaded_compositions WHERE content_id = contents.id)`,
  'an asset without all of its bytes': `
    SELECT id FROM assets
    WHERE length <> (SELECT coalesce(sum(length(bytes)), 0) FROM asset_chunks WHERE asset = assets.id)`,
  'a graphic without a list of files': `SELECT id FROM graphics WHERE json_valid(files) = 0`,
  'a graphic with a file that is not there': `
    SELECT DISTINCT graphics.id FROM graphics, json_each(CASE WHEN json_valid(files) THEN files ELSE '{}' END) AS file
    WHERE file.value NOT IN (SELECT id FROM assets)`,
  'a picture that nothing points at': `
    SELECT id FROM pictures WHERE NOT EXISTS (SELECT 1 FROM compositions WHERE picture_id = pictures.id)`,
};

/** Expects a database of the newest version. */
export function problemsIn(database: DatabaseSync): string[] {
  // In one transaction the check sees a consistent state, despite writes of the service.
  database.exec('BEGIN');
  try {
    const damage = damageIn(database);
    if (damage.length > 0) return damage;
    return [...dangling(database), ...broken(database), ...wrongTokens(database), ...wrongContents(database)];
  } finally {
    database.exec('ROLLBACK');
  }
}

export function damageIn(database: DatabaseSync): string[] {
  const found = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(row.integrity_check));
  return found[0] === 'ok' ? [] : found.map((problem) => `it is damaged: ${problem}`);
}

function dangling(database: DatabaseSync): string[] {
  const found = database.prepare('PRAGMA foreign_key_check').all();
  return found.map(
    ({ table, rowid, parent }) => `${String(table)} ${String(rowid)} refers to ${String(parent)} that are not there`,
  );
}

function broken(database: DatabaseSync): string[] {
  return Object.entries(rules).flatMap(([what, query]) =>
    database
      .prepare(query)
      .all()
      .map(({ id }) => `there is ${what}: ${String(id)}`),
  );
}

function wrongTokens(database: DatabaseSync): string[] {
  const tokens = database.prepare(
    `SELECT id, token, token_hash AS hash FROM app_instances
     UNION ALL SELECT app_id, token, token_hash FROM outputs ORDER BY 1`,
  );
  const right = (token: unknown, hash: unknown): boolean =>
    typeof token !== 'string' ? hash === null : Buffer.from(tokenHash(token)).equals(Buffer.from(hash as Uint8Array));
  const wrong = tokens.all().filter(({ token, hash }) => !right(token, hash));
  const ids = new Set(wrong.map(({ id }) => String(id)));
  return [...ids].map((id) => `there is an app instance whose tokens open nothing: ${id}`);
}

/** Reads contents one at a time, because all together may exceed memory. */
function wrongContents(database: DatabaseSync): string[] {
  const problems: string[] = [];
  for (const { id, text } of database.prepare('SELECT id, text FROM contents').iterate()) {
    const read = readStored(String(text));
    if ('problems' in read) {
      problems.push(`there is a content that is no composition: ${String(id)} (${inShort(read.problems)})`);
    }
  }
  return problems;
}
