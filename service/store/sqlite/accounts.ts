import type { AccountStore, Made, User } from '../accounts.ts';
import type { Connection } from './connection.ts';

const columns = 'id, account_id AS accountId, email, password_hash AS passwordHash';

/** Accounts and their users. */
export function sqliteAccounts(connection: Connection): AccountStore {
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
  return {
    addUser: (user, made) => connection.transaction(() => byId.first(addUser(connection, user, made)) as User),
    users: () => all.all(),
    userByEmail: (email) => byEmail.first(keyOf(email)),
    userById: (id) => byId.first(id),
    setPasswordHash: (userId, passwordHash) => connection.transaction(() => void setHash.run(passwordHash, userId)),
    removeUser: (userId, at) =>
      connection.transaction(() => {
        revoke.run(userId);
        forget.run(userId);
        remove.run(at, userId);
      }),
  };
}

/** Addresses that differ only in case are the same address. */
function keyOf(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

function addUser(
  connection: Connection,
  { email, passwordHash }: Pick<User, 'email' | 'passwordHash'>,
  { at, fid }: Made,
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
