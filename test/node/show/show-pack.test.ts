import { texts } from '../../../contract/texts/texts.ts';
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShow, packShow } from '../../../node/show/show-pack.ts';

const show = { version: 1, rundowns: [], looks: [] };
const picture = Buffer.from('a picture, as far as anybody here knows');
const path = `/media/assets/${createHash('sha256').update(picture).digest('hex')}.png`;
const read = () => Promise.resolve(picture);
const packed = (media = [{ path, read }]) => buffer(packShow(show, media));

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'overlay-pack-'))));
afterEach(() => rm(folder, { recursive: true }));

describe('a packed show', () => {
  it('comes back with its media, by its bytes and by its path', async () => {
    const bytes = await packed();
    const file = join(folder, 'show.overlayshow');
    await writeFile(file, bytes);
    for (const given of [{ bytes }, { path: file }]) {
      const opened = await openShow(given);
      expect([opened.content, Buffer.from((await opened.media(path)) ?? [])]).toEqual([show, picture]);
      expect(await opened.media('/media/assets/other.png')).toBeUndefined();
      opened.close();
    }
  });

  it('is a plain text without media', async () => {
    const bytes = await buffer(packShow(show));
    expect(bytes.toString()).toMatch(/^\{\n"format":"overlayshow"/);
    expect((await openShow({ bytes })).content).toEqual(show);
  });

  it('gives no medium that is not whole', async () => {
    const opened = await openShow({
      bytes: await packed([{ path, read: () => Promise.resolve(Buffer.from('other')) }]),
    });
    expect(await opened.media(path)).toBeUndefined();
  });

  it('gives a file whole or not at all, whichever of its bytes is another one', async () => {
    const table = Buffer.from('name,role\n'.repeat(40) + path);
    const of = `/data/${createHash('sha256').update(table).digest('hex')}.txt`;
    const media = [{ path: of, compress: true as const, read: () => Promise.resolve(table) }];
    const bytes = await buffer(packShow(show, media));
    const given = { whole: 0, none: 0 };
    for (const at of bytes.keys()) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1 + (at % 255);
      // What is damaged where the show stands is refused as a whole.
      const opened = await openShow({ bytes: damaged }).catch(() => undefined);
      const found = await opened?.media(of);
      if (found) expect(Buffer.from(found)).toEqual(table);
      if (opened) given[found ? 'whole' : 'none'] += 1;
    }
    expect([given.whole > 0, given.none > 0]).toEqual([true, true]);
  });

  it('is refused where it is no file, and nothing is waited for', async () => {
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    for (const none of [folder, ...(process.platform === 'win32' ? [] : [pipe])]) {
      await expect(openShow({ path: none }), none).rejects.toThrow(texts.show.noFile);
    }
  });

  it('is refused if a medium could not be read while it was packed', async () => {
    await expect(packed([{ path, read: () => Promise.reject(new Error('gone')) }])).rejects.toThrow('gone');
  });

  it('is refused wherever it is cut off, and where its show is damaged', async () => {
    const bytes = await packed();
    for (let length = 0; length < bytes.length; length += 7) {
      await expect(openShow({ bytes: bytes.subarray(0, length) }), `${length} bytes`).rejects.toThrow();
    }
    const damaged = Buffer.from(bytes);
    damaged[damaged.indexOf('show.overlayshow') + 40]! ^= 1;
    await expect(openShow({ bytes: damaged })).rejects.toThrow();
  });

  it('says in words that a file is not there, or is no show', async () => {
    const gone = openShow({ path: join(folder, 'gone.overlayshow') });
    await expect(gone).rejects.toThrow(/^it is not there$/);
    for (const text of ['Running order', '', '12', '[]']) {
      await expect(openShow({ bytes: Buffer.from(text) }), text).rejects.toThrow(texts.show.noShow);
    }
    await expect(openShow({ bytes: Buffer.from('{ name: 1 }') })).rejects.toThrow(
      /^line 1: a word that JSON does not have$/,
    );
  });

  it('is opened by an absolute path only', async () => {
    await expect(openShow({ path: 'show.overlayshow' })).rejects.toThrow(texts.show.it(texts.reading.notAbsolute));
  });
});
