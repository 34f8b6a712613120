import type { SqliteConnection } from './sqlite/connection.ts';

/** E-mail addresses ignore case. */
export interface User {
  id: number;
  accountId: number;
  email: string;
  passwordHash: string;
}

/** `at`: ISO 8601 UTC with milliseconds. `fid`: UUID. */
export interface NewFolder {
  at: string;
  fid: string;
}

const columns = 'id, account_id AS accountId, email, password_hash AS passwordHash';

export type AccountStore = ReturnType<typeof sqliteAccounts>;

export function sqliteAccounts(connection: SqliteConnection) {
  const all = connection.query<User>(`SELECT ${columns} FROM users WHERE removed_at IS NULL ORDER BY id`);
  const byEmail = connection.query<User>(`SELECT ${columns} FROM users WHERE email_key = ? AND removed_at IS NULL`);
  const byId = connection.query<User>(`SELECT ${columns} FROM users WHERE id = ? AND removed_at IS NULL`);
  const setHash = connection.write('UPDATE users SET password_hash = ? WHERE id = ?');
  const remove = connection.write(`UPDATE users SET removed_at = ?, password_hash = '' WHERE id = ?`);
  const ofAccount = 'WHERE account_id = (SELECT account_id FROM users WHERE id = ?)';
  const revoke = connection.write(`UPDATE app_instances SET token = NULL, token_hash = NULL ${ofAccount}`);
  const forget = connection.write(`UPDATE compositions SET token = NULL ${ofAccount}`);
  const bytes = connection.prepare(`SELECT ${accountBytes} AS bytes`);
  return {
    /** The user gets a new account and a root folder named "". */
    addUser: (user: Pick<User, 'email' | 'passwordHash'>, made: NewFolder): User =>
      connection.transaction(() => byId.first(addUser(connection, user, made)) as User),
    users: () => all.all(),
    userByEmail: (email: string) => byEmail.first(keyOf(email)),
    userById: (id: number) => byId.first(id),
    setPasswordHash: (userId: number, passwordHash: string) => setHash(passwordHash, userId),
    /**
     * Bytes of an account's contents, thumbnails, assets and graphics. Includes deleted data until the purge, and data
     * shared with other accounts.
     */
    accountBytes: (accountId: number) => Number(bytes.get(accountId)?.bytes),
    /** Revokes all tokens of the account. Its things remain, out of reach; the program stays on air. */
    removeUser: (userId: number, at: string) =>
      connection.transaction(() => {
        revoke(userId);
        forget(userId);
        remove(at, userId);
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
