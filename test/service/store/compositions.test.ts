import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FilledStore, fillStore, smallContent, uuid } from '../../kit/service/filled-store.ts';

const MiB = 2 ** 20;

let filled: FilledStore;
beforeEach(() => (filled = fillStore()));
afterEach(() => filled.remove());

/** How many rows a table has, seen by another connection. */
function count(table: string): number {
  const database = new DatabaseSync(join(filled.directory, 'service.db'), { readOnly: true });
  const found = database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count;
  database.close();
  return Number(found);
}

describe('a composition', () => {
  it('is there again after closing, with its content byte for byte', () => {
    const content = `{"odd":  "\\u0041 \\ud800 ✓",\n"b":1.0}`;
    const composition = filled.addComposition({ name: 'Odd', content });
    expect(composition).toEqual({
      id: 1,
      accountId: 1,
      userId: 1,
      fid: uuid(2),
      folder: filled.root,
      name: 'Odd',
      token: null,
      pictureId: null,
      contentId: 1,
      createdAt: filled.last(),
      updatedAt: filled.last(),
    });
    const store = filled.reopen();
    expect([store.composition(1, 1), store.compositions(1), store.content(1)]).toEqual([
      composition,
      [composition],
      content,
    ]);
  });

  it('is seen by its own account alone', () => {
    filled.addComposition();
    const { accountId } = filled.addUser('grace@example.org');
    expect([filled.store.composition(accountId, 1), filled.store.compositions(accountId)]).toEqual([undefined, []]);
  });

  it('takes a new content, and lets the old one go where nothing else has it', () => {
    filled.addComposition();
    filled.store.writeContent(1, '{"second":true}', filled.made().at);
    const composition = filled.store.composition(1, 1);
    expect([filled.store.content(composition!.contentId), composition?.updatedAt, count('contents')]).toEqual([
      '{"second":true}',
      filled.last(),
      1,
    ]);
  });

  it('takes a large content, which reaches the database file in a later turn than the log', async () => {
    filled.addComposition();
    const content = JSON.stringify('x'.repeat(6 * MiB));
    const size = (name: string): number => Math.floor(statSync(join(filled.directory, name)).size / (6 * MiB));
    filled.store.writeContent(1, content, filled.made().at);
    const sizes = [[size('service.db'), size('service.db-wal')]];
    await turn();
    sizes.push([size('service.db'), size('service.db-wal')]);
    expect(sizes).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  it('keeps a large content although the store closes in the same turn', async () => {
    filled.addComposition();
    const content = JSON.stringify('x'.repeat(6 * MiB));
    filled.store.writeContent(1, content, filled.made().at);
    const store = filled.reopen();
    await turn();
    expect(store.content(store.composition(1, 1)!.contentId) === content).toBe(true);
  });

  it('is copied with its content and without its token, and each then goes its own way', () => {
    const from = filled.addComposition();
    filled.store.setCompositionToken(from.id, 'shared');
    const grace = filled.addUser('grace@example.org');
    const to = { accountId: grace.accountId, userId: grace.id, folder: filled.store.rootFolder(2).fid, name: 'Copy' };
    const copy = filled.store.copyComposition(from, to, filled.made());
    expect(copy).toMatchObject({ ...to, id: 2, token: null, contentId: from.contentId });
    filled.store.writeContent(from.id, '{}', filled.last());
    expect([filled.store.content(copy.contentId), count('contents')]).toEqual([smallContent, 2]);
  });

  it('is gone when it was deleted, for every call', () => {
    filled.addComposition();
    filled.store.deleteComposition(1, filled.last());
    expect([
      filled.store.composition(1, 1),
      filled.store.compositions(1),
      filled.store.elements(1, filled.root),
    ]).toEqual([undefined, [], []]);
    expect(filled.addComposition().id).toBe(2);
  });

  it('keeps the token that it was given, and no other has it', () => {
    filled.addComposition();
    filled.addComposition();
    filled.store.setCompositionToken(1, 'one');
    expect(() => filled.store.setCompositionToken(2, 'one')).toThrow();
    expect(
      filled
        .reopen()
        .compositions(1)
        .map(({ token }) => token),
    ).toEqual(['one', null]);
  });
});

describe('a revision', () => {
  const write = (revisionId: number, description = '') =>
    filled.store.writeRevision({ compositionId: 1, revisionId, userId: 1, description }, filled.made().at);

  it('holds the content that the composition had', () => {
    filled.addComposition();
    write(7, 'As aired');
    const at = filled.last();
    filled.store.writeContent(1, '{}', filled.made().at);
    const store = filled.reopen();
    expect(store.revision(1, 7)).toEqual({
      id: 1,
      compositionId: 1,
      revisionId: 7,
      accountId: 1,
      userId: 1,
      userEmail: 'ada@example.org',
      description: 'As aired',
      contentId: 1,
      createdAt: at,
      updatedAt: at,
    });
    expect(store.content(1)).toBe(smallContent);
  });

  it('is overwritten under its number, and lets its old content go', () => {
    filled.addComposition();
    write(1, 'first');
    const createdAt = filled.last();
    filled.store.writeContent(1, '{}', filled.made().at);
    write(1, 'second');
    expect(filled.store.revisions(1)).toMatchObject([
      { id: 1, revisionId: 1, description: 'second', contentId: 2, createdAt, updatedAt: filled.last() },
    ]);
    expect(count('contents')).toBe(1);
  });

  it('stands in the order of its number, costs no copy of the content, and goes without the others', () => {
    filled.addComposition();
    for (const number of [30, 2, 100]) write(number);
    expect([filled.store.revisions(1).map(({ revisionId }) => revisionId), count('contents')]).toEqual([
      [2, 30, 100],
      1,
    ]);
    filled.store.deleteRevision(1, 30);
    expect([filled.store.revisions(1).map(({ revisionId }) => revisionId), filled.store.revision(1, 30)]).toEqual([
      [2, 100],
      undefined,
    ]);
    expect(filled.store.content(1)).toBe(smallContent);
  });
});

describe('a thumbnail', () => {
  const picture = (id: string) => ({
    id,
    mediaType: 'image/png',
    size: { width: 2, height: 1 },
    bytes: new Uint8Array([1, 2, 255]),
  });

  it('is kept with its composition', () => {
    filled.addComposition();
    filled.store.setThumbnail(1, picture(uuid(50)), filled.made().at);
    const store = filled.reopen();
    expect([store.composition(1, 1)?.pictureId, store.composition(1, 1)?.updatedAt, store.picture(uuid(50))]).toEqual([
      uuid(50),
      filled.last(),
      picture(uuid(50)),
    ]);
    expect(store.picture(uuid(51))).toBeUndefined();
  });

  it('goes when the last composition that has it gets another one', () => {
    const { id, ...from } = filled.addComposition();
    filled.store.setThumbnail(id, picture(uuid(50)), filled.last());
    filled.store.copyComposition(filled.store.composition(1, id)!, from, filled.made());
    filled.store.setThumbnail(1, picture(uuid(51)), filled.last());
    expect(filled.store.picture(uuid(50))).toEqual(picture(uuid(50)));
    filled.store.setThumbnail(2, picture(uuid(52)), filled.last());
    expect([filled.store.picture(uuid(50)), count('pictures')]).toEqual([undefined, 2]);
  });
});
