import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OverlayError } from '../../../contract/errors.ts';
import { openDatabase } from '../../../service/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../service/store/store.ts';

let directory: string;
const file = (): string => join(directory, 'service.db');

beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'overlay-store-'))));
afterEach(() => rmSync(directory, { recursive: true }));

function refused(where = directory): { code: string; message: string } {
  try {
    openSqliteStore(where).close();
  } catch (thrown) {
    const { code, message } = thrown as OverlayError;
    return { code, message };
  }
  throw new Error('The store was opened.');
}

const fingerprint = (): string => createHash('sha256').update(readFileSync(file())).digest('hex');

it('settings are there again after closing', () => {
  const store = openSqliteStore(directory);
  store.setSetting('port', '1');
  store.setSetting('port', '2');
  store.close();
  const again = openSqliteStore(directory);
  expect([again.setting('port'), again.setting('other')]).toEqual(['2', undefined]);
  again.close();
});

it('a success is on the disk: every commit is synced, whatever else is lost', () => {
  const { database, close } = openDatabase(directory);
  const setting = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  // Source: sqlite.org/pragma.html#pragma_synchronous; 2 is FULL.
  expect([setting('journal_mode'), setting('synchronous'), setting('foreign_keys')]).toEqual(['wal', 2, 1]);
  close();
});

describe('a database that cannot be used', () => {
  it('is refused while another service has it', () => {
    const store = openSqliteStore(directory);
    expect(refused()).toEqual({
      code: 'database-in-use',
      message: `The database ${file()} is in use by another service. Stop that one, or name another directory with --data.`,
    });
    store.close();
    openSqliteStore(directory).close();
  });

  it.each([
    ['garbage', () => writeFileSync(file(), Buffer.alloc(9_000, 7)), 'it is not a database'],
    ['nothing at all', () => writeFileSync(file(), ''), 'it is empty'],
    ['of another program', () => foreign(), 'it is a database of another program'],
  ])('is refused and left as it is when it is %s', (_, make, reason) => {
    make();
    const before = fingerprint();
    const { code, message } = refused();
    expect([code, message]).toEqual([
      'database-unreadable',
      `The database ${file()} cannot be read: ${reason}. The file was not changed. ` +
        'Replace it by a good copy, or move it away to start with an empty one.',
    ]);
    expect([fingerprint(), readdirSync(directory)]).toEqual([before, ['service.db', 'service.lock']]);
  });

  it('is refused and left as it is when a page in its middle is damaged', () => {
    const store = openSqliteStore(directory);
    store.addUser({ email: 'ada@example.org', passwordHash: '' }, { at: '', fid: 'root' });
    store.close();
    const bytes = readFileSync(file());
    bytes.fill(0xff, 4_096 * 2, 4_096 * 3);
    writeFileSync(file(), bytes);
    const before = fingerprint();
    const { code, message } = refused();
    expect(code).toBe('database-unreadable');
    expect(message).toContain(`The database ${file()} cannot be read: it is damaged`);
    expect(fingerprint()).toBe(before);
  });

  it('is refused and left as it is when a newer program wrote it', () => {
    openSqliteStore(directory).close();
    const database = new DatabaseSync(file());
    database.exec('PRAGMA user_version = 999');
    database.close();
    const before = fingerprint();
    const { code, message } = refused();
    expect(code).toBe('database-newer');
    expect(message).toContain(`The database ${file()} has version 999 and this program knows versions up to 5`);
    expect(fingerprint()).toBe(before);
  });

  it.each([1, 2, 3, 4])('is refused and left as it is when an unreleased program wrote it at version %i', (version) => {
    openSqliteStore(directory).close();
    const database = new DatabaseSync(file());
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    const before = fingerprint();
    const { code, message } = refused();
    expect([code, message]).toEqual([
      'database-older',
      `The database ${file()} has version ${version} and this program knows versions from 5: an unreleased Overlay Desk ` +
        'wrote it. The file was not changed. Move it away to start with an empty one, or name another directory with --data.',
    ]);
    expect(fingerprint()).toBe(before);
  });

  it('is refused when the data directory is a file', () => {
    writeFileSync(join(directory, 'taken'), 'x');
    const { code, message } = refused(join(directory, 'taken'));
    expect(code).toBe('data-unusable');
    expect(message).toContain(`The data directory ${join(directory, 'taken')} cannot be used`);
  });

  it('is refused where the lock of its directory may not be written: several services would have it', () => {
    const lock = join(directory, 'service.lock');
    const made = new DatabaseSync(lock);
    made.exec('CREATE TABLE one (a)');
    made.close();
    // A file of a later format: SQLite opens it for reading only, as it does where another user owns it.
    const bytes = readFileSync(lock);
    bytes[18] = 3;
    writeFileSync(lock, bytes);
    expect(refused()).toEqual({
      code: 'data-unusable',
      message: `The data directory ${directory} cannot be used: ${lock} may not be written. Name another one with --data.`,
    });
    expect(readdirSync(directory)).toEqual(['service.lock']);
  });

  it('is refused when a directory has its name', () => {
    mkdirSync(file());
    expect(refused().code).toBe('database-unreadable');
  });
});

it('a start that was cut off before the database was whole is begun again', () => {
  writeFileSync(`${file()}.new`, 'half');
  openSqliteStore(directory).close();
  expect(readdirSync(directory)).toEqual(['service.db', 'service.lock']);
});

function foreign(): void {
  const database = new DatabaseSync(file());
  database.exec('CREATE TABLE notes (text TEXT)');
  database.close();
}
