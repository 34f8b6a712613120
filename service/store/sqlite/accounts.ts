import type { AccountStore, NewFolder, User } from '../accounts.ts';
import type { SqliteConnection } from './connection.ts';

const columns = 'id, account_id AS accountId, email, password_hash AS passwordHash';

export function sqliteAccounts(connection: SqliteConnection): AccountStore {
  const all = connection.query<User>(`SELECT ${columns} FROM users WHERE removed_at IS NULL ORDER BY id`);
  const byEmail = connection.query<User>(`SELECT ${columns} FROM users WHERE email_key = ? AND removed_at IS NULL`);
  const byId = connection.query<User>(`SELECT ${columns} FROM users WHERE id = ? AND removed_at IS NULL`);
  const setHash = connection.prepare('UPDATE users SET password_hash = ? WHERE id = ?');
  const remove = connection.prepare(`UPDATE users SET removed_at = ?, password_hash = '' WHERE id = ?`);
  const revoke = connection.prepare(
    `UPDATE app_instances SET token = NULL, token_hash = NULL
     WHERE account_id = (SELECT account_id FROM users WHERE id = ?)`,
  );
  const forget = connection.prepare(
    'UPDATE compositions SET token = NULL WHERE account_id = (SELECT account_id FROM users WHERE id = ?)',
  );
  const bytes = connection.prepare(`SELECT ${accountBytes} AS bytes`);
  return {
    addUser: (user, made) => connection.transaction(() => byId.first(addUser(connection, user, made)) as User),
    users: () => all.all(),
    userByEmail: (email) => byEmail.first(keyOf(email)),
    userById: (id) => byId.first(id),
    setPasswordHash: (userId, passwordHash) => connection.transaction(() => void setHash.run(passwordHash, userId)),
    accountBytes: (accountId) => Number(bytes.get(accountId)?.bytes),
    removeUser: (userId, at) =>
      connection.transaction(() => {
        revoke.run(userId);
        forget.run(userId);
        remove.run(at, userId);
      }),
  };
}

/** `octet_length` reads no bytes. Contents and pictures shared by copies count once. */
const accountBytes = `
  (SELECT coalesce(sum(length), 0) FROM account_assets JOIN assets ON assets.id = asset WHERE account_id = ?1)
  + (SELECT coalesce(sum(bytes), 0) FROM graphics WHERE account_id = ?1)
  + (SELECT coalesce(sum(octet_length(bytes)), 0) FROM pictures
     WHERE id IN (SELECT picture_id FROM compositions WHERE account_id = ?1))
  + (SELECT coalesce(sum(octet_length(text)), 0) FROM contents
     WHERE id IN (
       SELECT content_id FROM compositions WHERE account_id = ?1
       UNION SELECT revisions.content_id FROM revisions JOIN compositions ON compositions.id = composition_id
         WHERE account_id = ?1
       UNION SELECT content_id FROM loaded_compositions JOIN app_instances ON app_instances.id = app_id
         WHERE account_id = ?1))`;

function keyOf(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

function addUser(
  connection: SqliteConnection,
  { email, passwordHash }: Pick<User, 'email' | 'passwordHash'>,
  { at, fid }: NewFolder,
): number {
  const account = connection.prepare('INSERT INTO accounts (created_at) VALUES (?)').run(at).lastInsertRowid;
  const user = connection
    .prepare('INSERT INTO users (account_id, email, email_key, password_hash, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(account, email, keyOf(email), passwordHash, at).lastInsertRowid;
  connection
    .prepare(
      `INSERT INTO folders (fid, account_id, name, sort_order, created_at, updated_at) VALUES (?, ?, '', 0, ?, ?)`,
    )
    .run(fid, account, at, at);
  return Number(user);
}
