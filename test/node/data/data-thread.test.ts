import { texts } from '../../../contract/texts/texts.ts';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DataUpdate, type ReadCell, Source, type SourceView } from '../../../contract/desk-api/source.ts';
import { DataThread } from '../../../node/data/data-thread.ts';
import type { SourceToRead } from '../../../desk/live-data/data-ports.ts';
import { recordingLog } from '../../kit/desk/recording-log.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

let clock: ManualClock;
let log: ReturnType<typeof recordingLog>;
let directory: string;
let data: DataThread;
let threads: Worker[];
let views: Record<string, SourceView>;
let cells: Record<string, ReadCell>;
let states: string[];
let mostHeap: number;

beforeEach(async () => {
  clock = new ManualClock();
  log = recordingLog();
  directory = await mkdtemp(join(tmpdir(), 'overlay-data-'));
  [threads, views, cells, states] = [[], {}, {}, []];
  mostHeap = 1_024;
  const rules = {
    clock,
    get mostHeap() {
      return mostHeap;
    },
    onStart: (thread: Worker) => void threads.push(thread),
  };
  const onUpdate = (update: DataUpdate): void => {
    for (const view of update.views) views[view.id] = view;
    for (const [id, at] of Object.entries(update.ages)) views[id] = { ...views[id]!, at };
    states.push(...update.views.map(({ id, state }) => `${id} ${state}`));
    Object.assign(cells, update.cells);
  };
  data = new DataThread(log, onUpdate, rules);
});
afterEach(async () => {
  await data.close();
  await rm(directory, { recursive: true });
});

const source = (id: string, from: object, more: object = {}): SourceToRead => ({
  source: Source.parse({ id, name: id, from, ...more }),
});
const wanted = (id: string, of: string, path: string) => ({ id, source: of, row: { index: 0 }, path });
const push = (id: string, text: string) => data.push(id, Buffer.from(text));

describe('live data', () => {
  it('comes from files and from what is pushed, as the cells that are wanted', async () => {
    const path = join(directory, 'scores.csv');
    await writeFile(path, 'team,goals\nRed,1\n');
    data.read([source('file', { kind: 'file', path }), source('push', { kind: 'push' }, { rows: 'match' })]);
    data.want([wanted('1', 'file', 'goals'), wanted('2', 'push', 'home.name')]);
    await push('push', '<match><home><name>Blue</name></home></match>');
    await expect.poll(() => Object.keys(cells)).toEqual(['1', '2']);
    expect(cells).toEqual({ 1: { value: '1' }, 2: { value: 'Blue' } });
    await writeFile(path, 'team,goals\nRed,2\n');
    await expect.poll(() => cells['1']).toEqual({ value: '2' });
    expect(views).toMatchObject({ file: { state: 'LIVE', columns: ['team', 'goals'] }, push: { state: 'LIVE' } });
  });

  it('comes from an address with its secret', async () => {
    const server: Server = createServer(({ headers }, response) => response.end(`said\n${headers['x-key'] as string}`));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const from = { kind: 'http', url, secret: { id: '1', header: 'x-key' } };
    data.want([wanted('1', 'http', 'said')]);
    data.read([{ ...source('http', from), secret: 'open' }]);
    await expect.poll(() => views['http']?.error).toContain('127.0.0.1 is this machine or in a private network.');
    data.read([{ ...source('http', from, { allowPrivate: true }), secret: 'open' }]);
    await expect.poll(() => cells['1']).toEqual({ value: 'open' });
    server.closeAllConnections();
    server.close();
  });

  it('needs no thread before there is a source', async () => {
    data.read([]);
    expect(await data.page({ source: 'a', from: 0, count: 1 })).toMatchObject({ total: 0 });
    expect([await push('a', 'x'), threads.length]).toEqual([undefined, 0]);
    data.read([source('a', { kind: 'push' })]);
    expect(threads).toHaveLength(1);
  });

  it('that is pushed is answered with what was understood', async () => {
    data.read([source('push', { kind: 'push' })]);
    expect(await push('push', 'a\n1')).toMatchObject({ state: 'LIVE', rows: 1, error: '' });
    const all = await Promise.all([push('push', 'a\n1\n2'), push('push', '{"a":')]);
    expect(all.at(-1)).toMatchObject({ state: 'BROKEN', rows: expect.any(Number) as number });
    expect(await push('gone', 'a\n1')).toBeUndefined();
  });

  it('that needs too much memory ends its thread, and not the desk', async () => {
    mostHeap = 1;
    data.read([source('push', { kind: 'push' })]);
    await push('push', 'a\n1');
    await clock.pass(100);
    await expect.poll(() => views['push']?.error).toContain('stopped (its data needs too much memory)');
    expect(log.records).toMatchObject([{ message: texts.data.memoryEnded }]);
  });

  it('has a table', async () => {
    data.read([source('push', { kind: 'push' })]);
    await push('push', 'a,b\n1,2\n3,4');
    await expect.poll(() => views['push']?.rows).toBe(2);
    const before = views['push'];
    await push('push', 'a,b\n1,2\n3,4');
    await expect.poll(() => views['push']?.at).toBeGreaterThan(before?.at ?? 0);
    expect(views['push']).toEqual({ ...before, at: views['push']?.at });
    expect(await data.page({ source: 'push', from: 1, count: 10 })).toEqual({
      from: 1,
      total: 2,
      columns: ['a', 'b'],
      rows: [['3', '4']],
    });
  });

  it('that is too large is refused, and the rows before it stay', async () => {
    data.read([source('push', { kind: 'push' })]);
    await push('push', 'a\n1');
    await expect.poll(() => views['push']?.rows).toBe(1);
    await data.push('push', Buffer.alloc(17 * 2 ** 20, 'a\n'));
    await expect.poll(() => views['push']?.error).toBe(texts.data.tooLarge(16777216));
    expect(views['push']?.rows).toBe(1);
  });
});

describe('a thread that ends', () => {
  const live = async (): Promise<void> => {
    data.read([source('a', { kind: 'push' }), source('b', { kind: 'push' })]);
    data.want([wanted('1', 'a', 'x')]);
    await push('a', 'x\n1');
    await expect
      .poll(() => [views['a']?.state, views['b']?.state, cells['1']])
      .toEqual(['LIVE', 'WAITING', { value: '1' }]);
  };

  it('is started again, and its sources say so until they are read again', async () => {
    await live();
    await threads[0]?.terminate();
    await expect.poll(() => views['a']?.state).toBe('BROKEN');
    expect(views['a']).toMatchObject({
      rows: 1,
      columns: ['x'],
      error: texts.data.restarted(texts.data.ended),
    });
    states = [];
    expect(threads).toHaveLength(1);
    await clock.pass(1_000);
    expect(threads).toHaveLength(2);
    await expect.poll(() => views['b']?.state).toBe('WAITING');
    await push('a', 'x\n2');
    await expect.poll(() => cells['1']).toEqual({ value: '2' });
    expect(views['a']).toMatchObject({ state: 'LIVE', error: '' });
    expect(states).toEqual(['b WAITING', 'a LIVE']);
  });

  it('by an error has that error in the log and in its sources', async () => {
    await live();
    threads[0]?.emit('error', new Error('out of memory'));
    await threads[0]?.terminate();
    await expect.poll(() => views['a']?.error).toContain('stopped (out of memory)');
    expect(log.records).toMatchObject([{ level: 'error', where: 'data', message: texts.data.failed }]);
  });

  it('again and again is started later and later, and gives the pages that it was asked for', async () => {
    const ends = async (): Promise<void> => void (await threads.at(-1)?.terminate());
    data.read([source('a', { kind: 'push' })]);
    await ends();
    await clock.pass(1_000);
    await ends();
    await clock.pass(1_999);
    expect(threads).toHaveLength(2);
    const page = data.page({ source: 'a', from: 0, count: 1 });
    await clock.pass(1);
    expect(threads).toHaveLength(3);
    expect(await page).toEqual({ from: 0, total: 0, columns: [], rows: [] });
    await clock.pass(60_001);
    await ends();
    await clock.pass(1_000);
    expect(threads).toHaveLength(4);
  });

  it('because the desk closed it is not started again, and leaves nobody waiting', async () => {
    data.read([source('a', { kind: 'push' })]);
    const pushed = push('a', 'x\n1');
    const page = data.page({ source: 'a', from: 0, count: 1 });
    await data.close();
    expect([await page, await pushed]).toMatchObject([{ total: 0 }, undefined]);
    expect(await data.page({ source: 'a', from: 0, count: 1 })).toMatchObject({ total: 0 });
    await clock.pass(60_000);
    expect(threads).toHaveLength(1);
  });
});
