import type * as files from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showFile } from '../../../node/show/show-file.ts';

/** What was done to files, in its order. It has to listen before the package that writes is loaded. */
const done = await vi.hoisted(async () => {
  const { default: fs } = await vi.importActual<{ default: typeof files }>('node:fs');
  const done: string[] = [];
  const nameOf = new Map<number, string>();
  const short = (path: unknown): string =>
    String(path)
      .replace(/^.*[/]/, '')
      .replace(/\.tmp-.*/, '.tmp');
  type Ends = (error: unknown, ...result: unknown[]) => void;
  const watch = (name: 'open' | 'fsync' | 'rename', note: (args: unknown[], result: unknown) => void): void => {
    const real = fs[name] as unknown as (...args: unknown[]) => void;
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        const end = args.pop() as Ends;
        real(...args, (error: unknown, result: unknown) => {
          if (!error) note(args, result);
          end(error, result);
        });
      },
    });
  };
  watch('open', ([path], file) => void nameOf.set(Number(file), short(path)));
  watch('fsync', ([file]) => void done.push(`sync ${nameOf.get(Number(file)) ?? ''}`));
  watch('rename', ([from, to]) => void done.push(`rename ${short(from)} to ${short(to)}`));
  return done;
});
vi.mock('node:fs/promises', async (actual) => {
  const real = await actual<typeof promises>();
  const open: typeof promises.open = async (path, ...how) => {
    const handle = await real.open(path, ...how);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      done.push(`sync the directory ${basename(String(path))}`);
    };
    return handle;
  };
  const link: typeof promises.link = async (from, to) => {
    await real.link(from, to);
    done.push(`keep ${basename(String(from))}`);
  };
  return { ...real, open, link };
});

let directory = '';
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'show-'))));
afterEach(() => rmSync(directory, { recursive: true }));

it('the file of a show is kept, written beside itself, synced, put in place, and its name synced', async () => {
  const file = showFile(join(directory, 'evening.overlayshow'), () => 0);
  await file.write({ version: 1, name: 'One' });
  done.length = 0;
  await file.write({ version: 1, name: 'Two' });
  expect(done).toEqual([
    'keep evening.overlayshow',
    'sync the directory evening.generations',
    'sync evening.overlayshow.tmp',
    'rename evening.overlayshow.tmp to evening.overlayshow',
    `sync the directory ${basename(directory)}`,
  ]);
});
