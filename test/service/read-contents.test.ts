import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentOf } from '../../scene/content/content.ts';
import { readStored } from '../../scene/content/content-check.ts';
import { eveningNews } from '../../service/demo/evening-news.ts';
import { ReadContents } from '../../service/read-contents.ts';
import { type FilledStore, fillStore } from '../kit/service/filled-store.ts';

let filled: FilledStore;
let directory: string;
/** The texts that were checked. */
let checked: string[];
let warned: unknown[];
beforeEach(() => {
  filled = fillStore();
  directory = join(filled.directory, 'read');
  const { id: compositionId, contentId } = filled.addComposition({ content: JSON.stringify(contentOf(eveningNews)) });
  filled.addApp({ shown: { compositionId, contentId } });
  checked = [];
  warned = [];
});
afterEach(() => filled.remove());

const ignored = (): void => undefined;
const log = { info: ignored, error: ignored, warn: (message: string) => void warned.push(message) };
const check = (text: string) => {
  checked.push(text);
  return readStored(text);
};
/** The contents of a service that has just started. */
const startedAs = (program: string | undefined): ReadContents =>
  new ReadContents({ store: filled.store, directory, program, log }, check);
const started = (): ReadContents => startedAs('one');
const kept = (): string[] => (existsSync(directory) ? readdirSync(directory) : []);
const refusal = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
};

function readAndKeep(): void {
  const contents = started();
  contents.read(1);
  contents.keep();
}

/** Changes what is stored of the content behind the back of the store. */
function damage(text: string): void {
  const database = new DatabaseSync(join(filled.directory, 'service.db'));
  database.prepare('UPDATE contents SET text = ?').run(text);
  database.close();
}

describe('a content that was read', () => {
  it('is not checked again by the next start, and is the same', () => {
    readAndKeep();
    expect([started().read(1), checked.length, kept()]).toEqual([eveningNews, 1, ['1']]);
  });

  it('can be read before anything can be checked; any other cannot', () => {
    const unread = new ReadContents({ store: filled.store, directory, program: 'one', log });
    expect(refusal(() => unread.read(1))).toBe('not-ready');
    readAndKeep();
    expect(unread.read(1)).toEqual(eveningNews);
  });

  it('elsewhere, as when it is loaded, is kept too', () => {
    const contents = started();
    contents.add(1, eveningNews);
    contents.keep();
    expect([started().read(1), checked]).toEqual([eveningNews, []]);
  });

  it('is checked again by another program, whose reading is kept instead', () => {
    readAndKeep();
    const other = startedAs('other');
    expect([other.read(1), checked.length]).toEqual([eveningNews, 2]);
    other.keep();
    expect([startedAs('other').read(1), checked.length]).toEqual([eveningNews, 2]);
    expect([started().read(1), checked.length]).toEqual([eveningNews, 3]);
  });

  it('is forgotten within a minute of beats once it is loaded nowhere, and by the next start', () => {
    const contents = started();
    contents.read(1);
    contents.keep();
    filled.store.loadShow(1, [null], { revision: 1, at: filled.made().at });
    for (let beats = 1; beats < 120; beats++) contents.keep();
    expect(kept()).toEqual(['1']);
    contents.keep();
    expect(kept()).toEqual([]);
    writeFileSync(join(directory, '7'), 'of a content that was deleted before a start');
    started().keep();
    expect(kept()).toEqual([]);
  });

  it('is not kept if it was taken out meanwhile', () => {
    const contents = started();
    contents.read(1);
    filled.store.loadShow(1, [null], { revision: 1, at: filled.made().at });
    contents.keep();
    expect(kept()).toEqual([]);
  });

  it('is not kept by a program that does not say what it is', () => {
    const contents = startedAs(undefined);
    contents.read(1);
    contents.keep();
    expect([kept(), refusal(() => startedAs(undefined).read(1)), checked.length]).toEqual([[], eveningNews, 2]);
  });

  it('is read all the same where it cannot be kept, and the log says so', () => {
    writeFileSync(directory, 'a file where the directory belongs');
    readAndKeep();
    expect([started().read(1), checked.length, warned]).toEqual([
      eveningNews,
      2,
      ['What was read of a show cannot be kept, so it is checked again at the next start.'],
    ]);
  });
});

describe('damage is found although the content was read before', () => {
  it.each([
    ['no JSON any more', (text: string) => text.slice(1), 'show-unreadable'],
    ['no composition any more', () => '{}', 'show-unreadable'],
    ['another composition now', (text: string) => text.replace('Evening News', 'Morning News'), 'Morning News'],
  ])('in the database: it is %s', (_, change, found) => {
    readAndKeep();
    const stored = filled.store.content(1);
    damage(change(stored));
    const read = refusal(() => started().read(1).root.name);
    expect([read, checked]).toEqual([found, [stored, change(stored)]]);
  });

  it.each([
    ['a bit is another', (file: Buffer) => file.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte))],
    ['its end is missing', (file: Buffer) => file.subarray(0, -1)],
    ['its beginning is missing', (file: Buffer) => file.subarray(1)],
    ['nothing is in it', () => Buffer.alloc(0)],
  ])('in what was kept: %s', (_, change) => {
    readAndKeep();
    const file = join(directory, '1');
    writeFileSync(file, change(readFileSync(file)));
    expect([started().read(1), checked.length]).toEqual([eveningNews, 2]);
  });

  it('in what was kept: it is gone', () => {
    readAndKeep();
    rmSync(directory, { recursive: true });
    expect([started().read(1), checked.length]).toEqual([eveningNews, 2]);
  });
});
