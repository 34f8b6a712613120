import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstVersion, type Migration, migrations, newestVersion } from '../../../service/store/sqlite/migrations.ts';
import { openDatabase } from '../../../service/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../service/store/store.ts';
import { check } from '../../../service/store/sqlite/upkeep.ts';
import { apiClient } from '../../kit/service/api-client.ts';
import { startSmallService } from '../../kit/service/small-service.ts';

// What a program of two versions later could do: a new column, then a table that others refer to made anew.
const addsColumn: Migration = (database) => {
  database.exec(`ALTER TABLE folders ADD COLUMN color TEXT NOT NULL DEFAULT 'grey'`);
};
const rebuildsTable: Migration = (database) => {
  database.exec(`
    CREATE TABLE new_accounts (id INTEGER PRIMARY KEY AUTOINCREMENT, created_at TEXT NOT NULL, plan TEXT) STRICT;
    INSERT INTO new_accounts (id, created_at) SELECT id, created_at FROM accounts;
    DROP TABLE accounts;
    ALTER TABLE new_accounts RENAME TO accounts;
  `);
};

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'overlay-migration-'))));
afterEach(() => rmSync(directory, { recursive: true }));

const made = { at: '2026-11-21T12:00:00.000Z', fid: '0c9b6c5e-7f0a-4d43-8a3c-000000000999' };

/** A database of this version, with a user in it. */
function plant(): void {
  const store = openSqliteStore(directory);
  store.addUser({ email: 'ada@example.org', passwordHash: 'hash' }, made);
  store.setSetting('port', '41007');
  store.close();
}

function migrate(...later: Migration[]): void {
  openDatabase(directory, [...migrations, ...later]).close();
}

function read(file: string, query: string): unknown[] {
  const database = new DatabaseSync(join(directory, file), { readOnly: true });
  const rows = database.prepare(query).all();
  database.close();
  return rows.map((row) => Object.values(row));
}

const versionOf = (file: string): unknown => read(file, 'PRAGMA user_version')[0];
const databases = (): string[] => readdirSync(directory).filter((name) => /^service\.db(\.before-\d+)?$/.test(name));

describe('a database of an earlier version', () => {
  it('comes to the newest version step by step, and a copy from before each step is kept', () => {
    plant();
    migrate(addsColumn, rebuildsTable);
    expect(databases().map((file) => [file, versionOf(file)])).toEqual([
      ['service.db', [firstVersion + 2]],
      [`service.db.before-${firstVersion + 1}`, [firstVersion]],
      [`service.db.before-${firstVersion + 2}`, [firstVersion + 1]],
    ]);
  });

  it('keeps all that it holds', () => {
    plant();
    const users = read('service.db', 'SELECT * FROM users');
    migrate(addsColumn, rebuildsTable);
    expect([
      read('service.db', 'SELECT * FROM users'),
      read('service.db', 'SELECT fid, color FROM folders'),
      read('service.db', 'SELECT id, created_at, plan FROM accounts'),
      read('service.db', 'SELECT value FROM settings'),
    ]).toEqual([users, [[made.fid, 'grey']], [[1, made.at, null]], [['41007']]]);
  });

  it('is brought on once: the next start finds it as it is', () => {
    plant();
    migrate(addsColumn);
    const copy = (): unknown => read(`service.db.before-${firstVersion + 1}`, 'SELECT * FROM settings');
    const before = copy();
    migrate(addsColumn);
    expect([versionOf('service.db'), copy()]).toEqual([[firstVersion + 1], before]);
  });

  it('is refused by the program of that version from then on, and left as it is', () => {
    plant();
    migrate(addsColumn);
    expect(() => openSqliteStore(directory)).toThrow(expect.objectContaining({ code: 'database-newer' }));
    expect(versionOf('service.db')).toEqual([firstVersion + 1]);
  });
});

describe('a step that cannot be finished', () => {
  it.each<[string, Migration]>([
    ['fails halfway', (database) => (addsColumn(database), database.exec('UPDATE nowhere SET a = 1'))],
    ['leaves references to nothing', (database) => database.exec('DELETE FROM accounts')],
  ])('and %s leaves the database as it was', (_, broken) => {
    plant();
    const before = ['users', 'folders', 'accounts'].map((table) => read('service.db', `SELECT * FROM ${table}`));
    expect(() => migrate(broken)).toThrow(expect.objectContaining({ code: 'database-unreadable' }));
    const after = ['users', 'folders', 'accounts'].map((table) => read('service.db', `SELECT * FROM ${table}`));
    expect([versionOf('service.db'), after]).toEqual([[firstVersion], before]);
    openSqliteStore(directory).close();
  });

  it('keeps what the steps before it did', () => {
    plant();
    expect(() => migrate(addsColumn, (database) => database.exec('no SQL'))).toThrow();
    expect(versionOf('service.db')).toEqual([firstVersion + 1]);
  });
});

it('a database that the schema alone makes is fine in every respect', () => {
  plant();
  expect([check(directory), databases(), versionOf('service.db')]).toEqual([[], ['service.db'], [newestVersion()]]);
});

it('a service on data from before goes on with its tokens, and its user has what was there', async () => {
  const first = await startSmallService({ data: directory });
  const before = { token: first.token, control: await (await fetch(`${first.app}/control`)).text() };
  await first.close();
  const again = await startSmallService({ data: directory });
  try {
    const compositions = (await apiClient(again, again.account).get('/apiv1/compositions')).body as { name: string }[];
    expect(again.token).toBe(before.token);
    expect(await (await fetch(`${again.app}/control`)).text()).toBe(before.control);
    expect(compositions.length).toBeGreaterThan(0);
  } finally {
    await again.close();
  }
});
