import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CompositionContent } from '../../../scene/schema/composition-content.ts';
import { eveningNews } from '../../../service/demo/evening-news.ts';
import { compositionOf } from '../../../scene/content/content.ts';
import { newestVersion } from '../../../service/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../../service/store/sqlite/sqlite-store.ts';
import { check } from '../../../service/store/sqlite/upkeep.ts';
import type { Store } from '../../../service/store/store.ts';
import { apiClient } from '../../kit/service/api-client.ts';
import { startSmallService } from '../../kit/service/small-service.ts';
import { ids, smallShow } from '../../kit/service/small-show.ts';

// Each fixture was written by the program of its version.
const fixture = (version: number): string => join(import.meta.dirname, `fixtures/v${version}.db`);

let directory: string;
let store: Store | undefined;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'overlay-migration-'))));
afterEach(() => {
  store?.close();
  store = undefined;
  rmSync(directory, { recursive: true });
});

function open(version: number): Store {
  copyFileSync(fixture(version), join(directory, 'service.db'));
  return (store = openSqliteStore(directory));
}

function versionOf(file: string): unknown {
  const database = new DatabaseSync(join(directory, file), { readOnly: true });
  const version = database.prepare('PRAGMA user_version').get()?.user_version;
  database.close();
  return version;
}

it('there is a database of every earlier version to try', () => {
  const versions = Array.from({ length: newestVersion - 1 }, (_, at) => `v${at + 1}.db`);
  expect(readdirSync(join(import.meta.dirname, 'fixtures'))).toEqual(versions);
});

describe.each(Array.from({ length: newestVersion - 1 }, (_, at) => at + 1))('a database of version %i', (version) => {
  it('comes to the newest version, is fine in every respect, and a copy of it is kept', () => {
    open(version).close();
    store = undefined;
    expect(check(directory)).toEqual([]);
    expect(readdirSync(directory).filter((name) => /^service\.db(\.before-\d+)?$/.test(name))).toEqual([
      'service.db',
      ...Array.from({ length: newestVersion - version }, (_, at) => `service.db.before-${version + 1 + at}`),
    ]);
    expect([versionOf('service.db'), versionOf(`service.db.before-${version + 1}`)]).toEqual([newestVersion, version]);
  });

  it('takes a new show beside the old ones', () => {
    const { addUser, rootFolder, addComposition, elements, users } = open(version);
    const made = { at: '2026-11-21T12:00:00.000Z', fid: '0c9b6c5e-7f0a-4d43-8a3c-000000000999' };
    const known = users().length;
    const { accountId, id: userId } = addUser({ email: 'new@example.org', passwordHash: 'hash' }, made);
    const folder = rootFolder(accountId).fid;
    const before = elements(accountId, folder);
    const added = addComposition({ accountId, userId, folder, name: 'New', content: '{}' }, { ...made, fid: 'new' });
    expect(elements(accountId, folder)).toEqual([
      ...before,
      expect.objectContaining({ id: added.id, name: 'New', sortOrder: before.length }),
    ]);
    expect(users().length).toBe(known + 1);
  });
});

describe('what a database of version 1 holds', () => {
  it('belongs to the first user, in the root folder', () => {
    const { users, addUser, rootFolder, elements, compositions, appInstances } = open(1);
    expect(users()).toEqual([]);
    const user = addUser({ email: 'ada@example.org', passwordHash: 'hash' }, { at: '', fid: 'unused' });
    expect(user).toEqual({ id: 1, accountId: 1, email: 'ada@example.org', passwordHash: 'hash' });
    expect(users()).toEqual([user]);
    expect(elements(1, rootFolder(1).fid).map(({ type, id, name }) => [type, id, name])).toEqual([
      ['c', 1, 'Evening News'],
      ['c', 2, 'Small Show'],
      ['ai', 1, 'Evening News'],
      ['ai', 2, 'Small'],
    ]);
    expect([compositions(1).length, appInstances(1).length]).toEqual([2, 2]);
  });

  it('keeps its ids, tokens, revisions and all that was ever set', () => {
    const { allAppInstances, appByToken, show, setting } = open(1);
    const [news, small] = allAppInstances();
    expect(small).toEqual({
      id: 2,
      accountId: 1,
      userId: 1,
      fid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      folder: news?.folder,
      name: 'Small',
      templateId: 57,
      templateVersion: 1,
      token: 'small-app-token',
      outputToken: 'small-output-token',
      shared: false,
      outputs: ['Output'],
      compositionId: 2,
      contentId: 2,
      revision: 2,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: small?.createdAt,
    });
    expect(appByToken('ue6hSGwBXdCFQoAJUUaPvKVBT_7WzYv5')).toEqual({ app: news, kind: 'app' });
    expect(appByToken('small-output-token')).toEqual({ app: small, kind: 'output' });
    expect([news?.id, news?.revision, setting('port')]).toEqual([1, 2, '41007']);
    expect([show(1).values, show(2)]).toEqual([
      [{ sub: eveningNews.root.subcompositions[0]?.id, field: 'line1', value: 'Ada Lovelace ✓' }],
      {
        values: [
          { sub: ids.lowerThird, field: 'color', value: { a: 0.5, b: 3, g: 2, r: 1 } },
          { sub: ids.lowerThird, field: 'line1', value: 'Ada' },
          { sub: ids.home, field: 'goals', value: '2' },
        ],
        states: [
          { sub: ids.lowerThird, state: 'Out2' },
          { sub: ids.home, state: 'In' },
        ],
      },
    ]);
  });

  it('shows the same compositions', () => {
    const { content } = open(1);
    const shown = [1, 2].map((id) => compositionOf(CompositionContent.parse(JSON.parse(content(id)))));
    expect(shown[1]).toEqual(smallShow);
    expect(shown[0]?.root.name).toBe('Evening News');
    expect(shown[0]?.root.subcompositions.map(({ id }) => id)).toEqual(
      eveningNews.root.subcompositions.map(({ id }) => id),
    );
  });
});

it('a service on data of version 1 goes on with its tokens, and the first user has what was there', async () => {
  copyFileSync(fixture(1), join(directory, 'service.db'));
  const service = await startSmallService({ data: directory });
  try {
    const api = apiClient(service, service.account);
    const token = 'ue6hSGwBXdCFQoAJUUaPvKVBT_7WzYv5';
    const names = async (path: string) => ((await api.get(path)).body as { name: string }[]).map(({ name }) => name);
    expect([service.token, await names('/apiv1/compositions'), await names('/apiv1/appinstances')]).toEqual([
      token,
      ['Evening News', 'Small Show'],
      ['Evening News', 'Small'],
    ]);
    const control = await fetch(`${service.app}/control`);
    const items = (await control.json()) as { subCompositionName: string; state: string; payload: object }[];
    expect([
      control.headers.get('etag'),
      items.find((item) => item.subCompositionName === 'Lower Third'),
    ]).toMatchObject(['"2"', { state: 'In', payload: { line1: 'Ada Lovelace ✓' } }]);
  } finally {
    await service.close();
  }
});

it('a migration that cannot be finished leaves the database as it was', () => {
  copyFileSync(fixture(1), join(directory, 'service.db'));
  const database = new DatabaseSync(join(directory, 'service.db'));
  database.exec(`UPDATE compositions SET content = 'no JSON' WHERE id = 2`);
  database.close();
  expect(() => openSqliteStore(directory)).toThrow(expect.objectContaining({ code: 'database-unreadable' }));
  expect(versionOf('service.db')).toBe(1);
  const again = new DatabaseSync(join(directory, 'service.db'));
  expect(again.prepare('SELECT id, name, revision FROM app_instances').all()).toMatchObject([
    { id: 1, name: 'Evening News', revision: 2 },
    { id: 2, name: 'Small', revision: 2 },
  ]);
  again.close();
});

describe('what a database of version 2 holds', () => {
  it('is what it was: users, shows, revisions, pictures, tokens and all that was ever set', () => {
    const { users, compositions, revision, picture, appByToken, show, folder, setting, rootFolder, elements } = open(2);
    const [small, news] = compositions(1);
    expect(users().map(({ id, accountId, email }) => [id, accountId, email])).toEqual([
      [1, 1, 'ada@example.org'],
      [2, 2, 'grace@example.org'],
    ]);
    expect([small?.name, small?.token, news?.name, revision(1, 7)?.description]).toEqual([
      'Small Show',
      'small-composition-token',
      'Evening News',
      'As aired',
    ]);
    expect(picture(small?.pictureId ?? '')).toMatchObject({ mediaType: 'image/png', size: { width: 1, height: 1 } });
    expect(appByToken('small-output-token')).toMatchObject({
      kind: 'output',
      app: { id: 1, token: 'small-app-token', shared: true, outputs: ['Output', 'Key'], revision: 1 },
    });
    expect(show(1)).toEqual({
      values: [
        { sub: ids.lowerThird, field: 'line1', value: 'Ada Lovelace ✓' },
        { sub: ids.home, field: 'goals', value: '2' },
      ],
      states: [{ sub: ids.home, state: 'In' }],
    });
    expect(folder(1, rootFolder(1).fid)?.name).toBe('');
    expect(elements(2, rootFolder(2).fid).map(({ type, name }) => [type, name])).toEqual([['fo', 'Sports']]);
    expect(setting('port')).toBe('41007');
  });

  it('takes assets and graphics', async () => {
    const opened = open(2);
    const at = '2026-11-21T12:00:00.000Z';
    const id = await opened.addAsset(Buffer.from('bytes'), at);
    opened.nameAsset({ id, accountId: 1, name: 'words.txt', mediaType: 'text/plain' }, at);
    opened.addGraphic({ id: 'one', accountId: 1, name: 'One', manifest: '{}', files: { 'one.txt': id } }, at);
    opened.close();
    store = undefined;
    expect(check(directory)).toEqual([]);
  });
});

it.each([
  [1, 61_440],
  [2, 167_936],
])('the fixture of version %i is what it was', (version, bytes) => {
  expect(readFileSync(fixture(version)).byteLength).toBe(bytes);
});
