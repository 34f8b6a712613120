import { texts } from '../../contract/texts/texts.ts';
import { appendFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../contract/clock.ts';
import { systemClock } from '../../node/clock.ts';
import { folderWatch } from '../../node/folder-watch.ts';
import type { FolderHandlers } from '../../desk/live-data/data-ports.ts';

/** Time does not matter here: all waiting is short. */
const clock: Clock = { ...systemClock, after: (_, run) => systemClock.after(1, run) };

/** Milliseconds that a table must rest before it is read. */
const settle = 2_000;

let folder: string;
let said: string[];
const watched: { close(): void }[] = [];
const watch = (path = folder, by = clock): void => {
  const on: FolderHandlers = {
    file: ({ name, bytes }) => void said.push(`${name}: ${Buffer.from(bytes).toString()}`),
    unreadable: (name, why) => void said.push(`${name} unreadable: ${why}`),
    gone: (name) => void said.push(`${name} gone`),
    folder: (problem) => void (problem && said.at(-1) !== problem && said.push(problem)),
  };
  watched.push(folderWatch(by)(path, on));
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlay-drop-'));
  said = [];
});
afterEach(async () => {
  for (const one of watched.splice(0)) one.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a watched folder', () => {
  it('tells each table that is there, that comes, that changes and that goes, and nothing else', async () => {
    await writeFile(join(folder, 'a.csv'), 'one');
    for (const other of ['notes.doc', '.~lock.a.csv', '~a.csv']) await writeFile(join(folder, other), 'no');
    watch();
    await expect.poll(() => said).toEqual(['a.csv: one']);
    await writeFile(join(folder, 'b.tmp'), 'two');
    await rename(join(folder, 'b.tmp'), join(folder, 'b.json'));
    await expect.poll(() => said).toEqual(['a.csv: one', 'b.json: two']);
    await writeFile(join(folder, 'a.csv'), 'one again');
    await expect.poll(() => said.at(-1)).toBe('a.csv: one again');
    await rm(join(folder, 'b.json'));
    await expect.poll(() => said.filter((text) => !text.includes('unreadable')).at(-1)).toBe('b.json gone');
  });

  it('reads no half of a table whose writer pauses for nearly two seconds', async () => {
    const table = join(folder, 'a.csv');
    await writeFile(table, 'number\n1\n');
    let isWhole = false;
    const pausing: typeof clock = {
      ...clock,
      after: (milliseconds: number, run: () => void) =>
        systemClock.after(1, () => {
          if (!isWhole && milliseconds === settle) appendFileSync(table, '2\n');
          isWhole ||= milliseconds === settle;
          run();
        }),
    };
    watch(folder, pausing);
    await expect.poll(() => said).toEqual(['a.csv: number\n1\n2\n']);
  });

  it('says that a table is too large, and that a folder is not there, until it is', async () => {
    await writeFile(join(folder, 'large.csv'), Buffer.alloc(2 * 1024 * 1024 + 1));
    watch();
    await expect
      .poll(() => said)
      .toEqual([`large.csv unreadable: The file ${join(folder, 'large.csv')} is larger than 2097152 bytes.`]);
    said = [];
    const later = join(folder, 'later');
    watch(later);
    await expect.poll(() => said).toEqual([`The folder ${later} is not there.`]);
    await mkdir(later);
    await writeFile(join(later, 'a.tsv'), 'one');
    await expect.poll(() => said.at(-1)).toBe('a.tsv: one');
  });

  it('never takes a part of a table for the whole, however long it is written, and reads it when it is', async () => {
    const table = join(folder, 'a.csv');
    let text = 'number';
    await writeFile(table, text);
    watch(folder, {
      ...clock,
      after: (milliseconds, run) => {
        // Somebody writes more of it whenever it should have been at rest, until the desk says so.
        if (said.length === 0 && milliseconds === settle) writeFileSync(table, (text += ',x'));
        return clock.after(milliseconds, run);
      },
    });
    await expect.poll(() => said.length).toBe(2);
    expect(said).toEqual([
      `a.csv unreadable: The file ${table} is written without a pause, so it was never whole.`,
      `a.csv: ${text}`,
    ]);
  });

  it('wants an absolute path', async () => {
    watch('drop');
    await expect.poll(() => said).toEqual([texts.ingest.folder('drop', texts.reading.notAbsolute)]);
  });

  it('tells nothing once it is closed', async () => {
    await writeFile(join(folder, 'a.csv'), 'one');
    watch();
    watched[0]?.close();
    watch();
    await expect.poll(() => said).toEqual(['a.csv: one']);
  });
});
