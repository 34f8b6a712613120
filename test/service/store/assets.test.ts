import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chunkBytes } from '../../../service/store/assets.ts';
import { backUp, check, openBeside, restore } from '../../../service/store/sqlite/upkeep.ts';
import { type FilledStore, fillStore, uuid } from '../../kit/service/filled-store.ts';
import { countTurns } from '../../kit/service/turns.ts';

let filled: FilledStore;
beforeEach(() => (filled = fillStore()));
afterEach(() => filled.remove());

const at = '2026-11-21T12:00:00.000Z';
/** Bytes that are not the same in any two chunks. */
const film = Uint8Array.from({ length: 2 * chunkBytes + 7 }, (_, place) => (place * 31 + (place >> 11)) & 0xff);
const idOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** All bytes of an asset, put together again. */
function bytesOf(id: string): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let n = 0; ; n += 1) {
    const part = filled.store.assetChunk(id, n);
    if (!part) return Buffer.concat(parts);
    parts.push(part);
  }
}

/** Act with another connection to the database. */
function beside<Result>(act: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(filled.directory, 'service.db'));
  try {
    return act(database);
  } finally {
    database.close();
  }
}

const count = (table: string): number =>
  Number(beside((database) => database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count));

describe('an asset', () => {
  it('is known by its bytes, and is there again after closing', async () => {
    const id = await filled.store.addAsset(film, at);
    filled.reopen();
    expect([id, filled.store.asset(id), Buffer.compare(bytesOf(id), film)]).toEqual([
      idOf(film),
      { id, length: film.byteLength, createdAt: at },
      0,
    ]);
    expect(filled.store.assetChunk(id, 2)?.byteLength).toBe(7);
    expect([filled.store.asset('0'.repeat(64)), filled.store.assetChunk('0'.repeat(64), 0)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is hashed and written in turns, a chunk at a time', async () => {
    const counting = countTurns();
    await filled.store.addAsset(new Uint8Array(8 * chunkBytes), at);
    counting.stop();
    expect(counting.turns).toBeGreaterThanOrEqual(2 * 8);
  });

  it('that nobody has can be taken away, in pieces; the same bytes can come back meanwhile, whole', async () => {
    const large = new Uint8Array(12 * chunkBytes).map((_, place) => (place >> 9) & 0xff);
    const [id, other] = [await filled.store.addAsset(large, at), await filled.store.addAsset(film, at)];
    const seen: unknown[] = [];
    let again: Promise<string> | undefined;
    await filled.store.removeAsset(id, () => {
      again ??= filled.store.addAsset(large, at);
      seen.push([filled.store.asset(id), count('asset_chunks')]);
      return Promise.resolve();
    });
    // The last one finds that there is nothing left.
    expect(seen).toEqual([15, 11, 7, 3].map((chunks) => [undefined, chunks]));
    expect([await again, Buffer.compare(bytesOf(id), large), Buffer.compare(bytesOf(other), film)]).toEqual([id, 0, 0]);
  });

  it('leaves free space in a file that cannot become shorter, and asks for no more', async () => {
    const id = await filled.store.addAsset(film, at);
    const large = await filled.store.addAsset(new Uint8Array(8 * chunkBytes), at);
    filled.store.close();
    beside((database) => database.exec('PRAGMA auto_vacuum = NONE; VACUUM'));
    filled.open();
    await filled.store.removeAsset(large, () => Promise.resolve());
    expect([filled.store.giveBack(), Buffer.compare(bytesOf(id), film)]).toEqual([false, 0]);
  });

  it('stays as long as an account or a graphic has it', async () => {
    const [named, packed] = [await filled.store.addAsset(film, at), await filled.store.addAsset(Buffer.from('a'), at)];
    filled.store.nameAsset({ id: named, accountId: 1, name: 'Film', mediaType: 'video/mp4' }, at);
    filled.store.addGraphic({ id: uuid(9), accountId: 1, name: 'Bug', manifest: '{}', files: { 'a.js': packed } }, at);
    const remove = async (): Promise<boolean[]> => {
      for (const id of [named, packed]) await filled.store.removeAsset(id, () => Promise.resolve());
      return [named, packed].map((id) => filled.store.asset(id) !== undefined);
    };
    expect(await remove()).toEqual([true, true]);
    expect(filled.store.accountBytes(1)).toBe(film.byteLength + 1);
    expect([filled.store.deleteAsset(1, named, at), filled.store.deleteGraphic(1, uuid(9), at)]).toEqual([true, true]);
    expect(filled.store.accountBytes(1)).toBe(film.byteLength + 1);
    filled.store.removeGraphic(uuid(9));
    expect(await remove()).toEqual([false, false]);
    expect(filled.store.accountBytes(1)).toBe(0);
  });

  it('of no bytes at all is one too', async () => {
    const id = await filled.store.addAsset(new Uint8Array(), at);
    expect([filled.store.asset(id)?.length, filled.store.assetChunk(id, 0)]).toEqual([0, undefined]);
  });

  it('is kept once, however often and by however many at once it is brought', async () => {
    const ids = await Promise.all([film, film, film.slice()].map((bytes) => filled.store.addAsset(bytes, at)));
    ids.push(await filled.store.addAsset(film, '2027-01-01T00:00:00.000Z'));
    expect([new Set(ids).size, count('assets'), count('asset_chunks')]).toEqual([1, 1, 3]);
    expect(filled.store.asset(idOf(film))?.createdAt).toBe(at);
  });

  it('lets others in while it is written, and is not there before all of it is', async () => {
    const adding = filled.store.addAsset(film, at);
    const seen: [boolean, boolean][] = [];
    for (let done = false; !done;) {
      filled.store.setSetting('pressed', String(seen.length));
      seen.push([count('asset_chunks') > 0, filled.store.asset(idOf(film)) !== undefined]);
      done = await Promise.race([adding.then(() => true), new Promise<false>((next) => setImmediate(next, false))]);
    }
    expect([seen.some(([begun, there]) => begun && !there), filled.store.asset(idOf(film))?.length]).toEqual([
      true,
      film.byteLength,
    ]);
  });

  it('that was never finished is gone after a start, and not while somebody else only looks', async () => {
    const whole = await filled.store.addAsset(Buffer.from('whole'), at);
    beside((database) => database.exec(`INSERT INTO asset_chunks VALUES ('half', 0, x'01'), ('half', 1, x'02')`));
    openBeside(filled.directory).close();
    expect(count('asset_chunks')).toBe(3);
    filled.reopen();
    expect([count('asset_chunks'), bytesOf(whole).toString()]).toEqual([1, 'whole']);
  });

  it('that does not fit on the disk leaves nothing behind', async () => {
    beside((database) => {
      database.exec(`CREATE TRIGGER full BEFORE INSERT ON asset_chunks WHEN NEW.n = 2
        BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    });
    await expect(filled.store.addAsset(film, at)).rejects.toMatchObject({ code: 'storage-failed' });
    expect([count('asset_chunks'), filled.store.asset(idOf(film))]).toEqual([0, undefined]);
  });
});

describe('what an account has brought', () => {
  it('stands under its names, the last one counting, and nobody else’s', async () => {
    const { accountId: grace } = filled.addUser('grace@example.org');
    const [words, more] = [
      await filled.store.addAsset(Buffer.from('words'), at),
      await filled.store.addAsset(film, at),
    ];
    const name = (id: string, accountId: number, called: string) =>
      filled.store.nameAsset({ id, accountId, name: called, mediaType: 'video/mp4' }, filled.made().at);
    name(more, 1, 'b.mp4');
    const created = filled.last();
    name(words, 1, 'old.mp4');
    const first = filled.last();
    name(words, 1, 'a.mp4');
    name(words, grace, 'hers.mp4');
    expect(filled.reopen().assetsOf(1)).toEqual([
      { id: words, length: 5, name: 'a.mp4', mediaType: 'video/mp4', createdAt: first },
      { id: more, length: film.byteLength, name: 'b.mp4', mediaType: 'video/mp4', createdAt: created },
    ]);
    expect(filled.store.assetsOf(grace).map((asset) => asset.name)).toEqual(['hers.mp4']);
  });
});

describe('a graphic', () => {
  it('is there again after closing, for its account', async () => {
    const file = await filled.store.addAsset(Buffer.from('export default class {}'), at);
    const graphic = { id: uuid(9), accountId: 1, name: 'Bug', manifest: '{"name":"Bug"}', files: { 'bug.mjs': file } };
    filled.store.addGraphic(graphic, at);
    filled.store.addGraphic({ ...graphic, id: uuid(8) }, at);
    const store = filled.reopen();
    expect([store.graphic(uuid(9)), store.graphic(uuid(7)), store.graphicsOf(2)]).toEqual([
      { ...graphic, createdAt: at },
      undefined,
      [],
    ]);
    expect(store.graphicsOf(1).map(({ id }) => id)).toEqual([uuid(9), uuid(8)]);
  });
});

it('a backup and a restore carry assets and graphics along', async () => {
  const id = await filled.store.addAsset(film, at);
  filled.store.addGraphic({ id: uuid(9), accountId: 1, name: 'Bug', manifest: '{}', files: { 'a.mp4': id } }, at);
  const copy = join(filled.directory, 'copy.db');
  backUp(filled.directory, copy);
  filled.store.close();
  restore(filled.directory, copy, at);
  filled.open();
  expect([Buffer.compare(bytesOf(id), film), filled.store.graphic(uuid(9))?.files]).toEqual([0, { 'a.mp4': id }]);
  expect(check(filled.directory)).toEqual([]);
});
