import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentOf } from '../../scene/content/content.ts';
import { readStored } from '../../scene/content/content-check.ts';
import type { Composition } from '../../scene/schema/composition.ts';
import { eveningNews } from '../../service/demo/evening-news.ts';
import { heldComposition } from '../../service/domain/held-composition.ts';
import { ReadContents } from '../../service/read-contents.ts';
import { crowdedContent } from '../kit/service/hostile.ts';
import { longestTurn } from '../kit/service/turns.ts';
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
const startedAs = (program: string | undefined): ReadContents => {
  const contents = new ReadContents(filled.store, log, program === undefined ? undefined : { directory, program });
  contents.checkWith(check);
  return contents;
};
const started = (): ReadContents => startedAs('one');
const kept = (): string[] => (existsSync(directory) ? readdirSync(directory) : []);
const refusal = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
};

/** The whole composition that is read, as pages are sent it. What can be controlled of it must be of the same one. */
function wholeOf(contents: ReadContents): unknown {
  const { controlled, whole } = contents.read(1);
  const composition = JSON.parse(whole) as Composition;
  expect(controlled).toEqual(heldComposition(composition).controlled);
  return composition;
}

async function readAndKeep(): Promise<void> {
  const contents = started();
  contents.read(1);
  await contents.keep();
}

/** Changes what is stored of the content behind the back of the store. */
function damage(text: string): void {
  const database = new DatabaseSync(join(filled.directory, 'service.db'));
  database.prepare('UPDATE contents SET text = ?').run(text);
  database.close();
}

describe('a content that was read', () => {
  it('is not checked again by the next start, and is the same', async () => {
    await readAndKeep();
    expect([wholeOf(started()), checked.length, kept()]).toEqual([eveningNews, 1, ['1']]);
  });

  it('can be read before anything can be checked; any other cannot', async () => {
    const unread = new ReadContents(filled.store, log, { directory, program: 'one' });
    expect(refusal(() => unread.read(1))).toBe('not-ready');
    await readAndKeep();
    expect(wholeOf(unread)).toEqual(eveningNews);
  });

  it('elsewhere, as when it is loaded, is kept too', async () => {
    const contents = started();
    contents.add(1, heldComposition(eveningNews));
    await contents.keep();
    expect([wholeOf(started()), checked]).toEqual([eveningNews, []]);
  });

  it('is checked again by another program, whose reading is kept instead', async () => {
    await readAndKeep();
    const other = startedAs('other');
    expect([wholeOf(other), checked.length]).toEqual([eveningNews, 2]);
    await other.keep();
    expect([wholeOf(startedAs('other')), checked.length]).toEqual([eveningNews, 2]);
    expect([wholeOf(started()), checked.length]).toEqual([eveningNews, 3]);
  });

  it('is forgotten within a minute of beats once it is loaded nowhere, and by the next start', async () => {
    const contents = started();
    contents.read(1);
    await contents.keep();
    filled.store.loadShow(1, [null], { revision: 1, at: filled.made().at });
    for (let beats = 1; beats < 120; beats++) await contents.keep();
    expect(kept()).toEqual(['1']);
    await contents.keep();
    expect(kept()).toEqual([]);
    writeFileSync(join(directory, '7'), 'of a content that was deleted before a start');
    await started().keep();
    expect(kept()).toEqual([]);
  });

  it('is not kept if it was taken out meanwhile', async () => {
    const contents = started();
    contents.read(1);
    filled.store.loadShow(1, [null], { revision: 1, at: filled.made().at });
    await contents.keep();
    expect(kept()).toEqual([]);
  });

  it('is not kept by a program that does not say what it is', async () => {
    const contents = startedAs(undefined);
    contents.read(1);
    await contents.keep();
    expect([kept(), refusal(() => wholeOf(startedAs(undefined))), checked.length]).toEqual([[], eveningNews, 2]);
  });

  it('is read all the same where it cannot be kept, and the log says so', async () => {
    writeFileSync(directory, 'a file where the directory belongs');
    await readAndKeep();
    expect([wholeOf(started()), checked.length, warned]).toEqual([
      eveningNews,
      2,
      ['What was read of a show cannot be kept, so it is checked again at the next start.'],
    ]);
  });
});

it('nobody waits for the largest content to be kept, nor for it to be read back', async () => {
  const { id: compositionId, contentId } = filled.addComposition({ content: JSON.stringify(crowdedContent()) });
  filled.addApp({ shown: { compositionId, contentId } });
  const least = { keep: Infinity, read: Infinity };
  // In yardsticks; the least of eight tries, which no chance makes less.
  for (let tries = 0; tries < 8 && Math.max(least.keep, least.read) > 1; tries++) {
    const contents = startedAs(`program ${tries}`);
    contents.read(contentId);
    least.keep = Math.min(least.keep, (await longestTurn(() => contents.keep())).longest);
    checked = [];
    const again = await longestTurn(() => Promise.resolve(startedAs(`program ${tries}`).read(contentId)));
    least.read = Math.min(least.read, again.longest);
    expect(checked).toEqual([]);
  }
  expect(least.keep).toBeLessThan(1);
  expect(least.read).toBeLessThan(1);
});

describe('damage is found although the content was read before', () => {
  it.each([
    ['no JSON any more', (text: string) => text.slice(1), 'show-unreadable'],
    ['no composition any more', () => '{}', 'show-unreadable'],
    ['another composition now', (text: string) => text.replace('Evening News', 'Morning News'), 'Morning News'],
  ])('in the database: it is %s', async (_, change, found) => {
    await readAndKeep();
    const stored = filled.store.content(1);
    damage(change(stored));
    const read = refusal(() => started().read(1).controlled.root.name);
    expect([read, checked]).toEqual([found, [stored, change(stored)]]);
  });

  it.each([
    ['a bit is another', (file: Buffer) => file.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte))],
    ['its end is missing', (file: Buffer) => file.subarray(0, -1)],
    ['its beginning is missing', (file: Buffer) => file.subarray(1)],
    ['nothing is in it', () => Buffer.alloc(0)],
  ])('in what was kept: %s', async (_, change) => {
    await readAndKeep();
    const file = join(directory, '1');
    writeFileSync(file, change(readFileSync(file)));
    expect([wholeOf(started()), checked.length]).toEqual([eveningNews, 2]);
  });

  it('in what was kept: it is gone', async () => {
    await readAndKeep();
    rmSync(directory, { recursive: true });
    expect([wholeOf(started()), checked.length]).toEqual([eveningNews, 2]);
  });
});
