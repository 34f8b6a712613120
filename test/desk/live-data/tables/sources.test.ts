import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DataUpdate, Source } from '../../../../contract/desk-api/source.ts';
import type { SourceToRead } from '../../../../desk/live-data/data-ports.ts';
import type { SourceReader } from '../../../../desk/live-data/tables/source-run.ts';
import { Sources } from '../../../../desk/live-data/tables/sources.ts';
import { ManualClock, settled } from '../../../kit/manual-clock.ts';

let clock: ManualClock;
let sources: Sources;
let updates: DataUpdate[];
let opened: string[];

const pushed = (id: string, more: object = {}): SourceToRead => ({
  source: Source.parse({ id, name: id, from: { kind: 'push' }, ...more }),
});
const wanted = (id: string, source: string, path: string) => ({ id, source, row: { index: 0 }, path });
const push = (id: string, text: string) => sources.push(id, Buffer.from(text));
/** The updates since the last call. */
const told = async (): Promise<DataUpdate[]> => {
  await settled();
  await clock.pass(100);
  return updates.splice(0);
};
const cells = async () => (await told()).map((update) => update.cells);

beforeEach(() => {
  clock = new ManualClock();
  [updates, opened] = [[], []];
  const openReader = ({ source, secret }: SourceToRead): SourceReader => {
    opened.push(`${source.id} ${secret ?? ''}`);
    return { read: () => new Promise(() => {}), close: () => void opened.push(`${source.id} closed`) };
  };
  sources = new Sources({ clock, random: () => 0, fault: String }, openReader, (update) => void updates.push(update));
});
afterEach(() => sources.close());

describe('the sources of a desk', () => {
  it('are told when they begin, and when they have data', async () => {
    sources.read([pushed('a')]);
    const view = { id: 'a', state: 'WAITING', at: null, error: '', note: '', rows: 0, columns: [] };
    expect(await told()).toEqual([{ views: [view], ages: {}, cells: {} }]);
    void push('a', 'x\n1');
    const at = Date.UTC(2026, 0, 1, 20, 0, 0) + 100;
    expect(await told()).toEqual([
      { views: [{ ...view, state: 'LIVE', at, rows: 1, columns: ['x'] }], ages: {}, cells: {} },
    ]);
    expect(await told()).toEqual([]);
    void push('a', 'x\n2');
    expect(await told()).toEqual([{ views: [], ages: { a: at + 200 }, cells: {} }]);
  });

  it('give the cells that are wanted, once and whenever they change', async () => {
    sources.read([pushed('a'), pushed('b')]);
    sources.want([wanted('1', 'a', 'x'), wanted('2', 'a', 'y'), wanted('3', 'b', 'x'), wanted('4', 'gone', 'x')]);
    expect(await cells()).toEqual([{}]);
    void push('a', '[{"x":1,"y":2}]');
    expect(await cells()).toEqual([{ 1: { value: 1 }, 2: { value: 2 } }]);
    void push('a', '[{"x":1,"y":3}]');
    expect(await cells()).toEqual([{ 2: { value: 3 } }]);
    void push('a', '[{"x":"1"}]');
    expect(await cells()).toEqual([{ 1: { value: '1' }, 2: { problem: 'y is not there in row 1.' } }]);
  });

  it('give a cell that is wanted later, and again when it is another one', async () => {
    sources.read([pushed('a')]);
    void push('a', '[{"x":1,"y":2}]');
    await told();
    sources.want([wanted('1', 'a', 'x')]);
    expect(await cells()).toEqual([{ 1: { value: 1 } }]);
    sources.want([wanted('1', 'a', 'x'), wanted('2', 'a', 'y')]);
    expect(await cells()).toEqual([{ 2: { value: 2 } }]);
    sources.want([wanted('1', 'a', 'y'), wanted('2', 'a', 'y')]);
    expect(await cells()).toEqual([{ 1: { value: 2 } }]);
  });

  it('keep the cells when the source breaks', async () => {
    sources.read([pushed('a')]);
    sources.want([wanted('1', 'a', 'x')]);
    void push('a', '[{"x":1}]');
    await told();
    void push('a', '[]');
    expect(await told()).toMatchObject([{ views: [{ state: 'BROKEN', rows: 1 }], cells: {} }]);
  });

  it('tell the newest at most twenty times a second, and the first at once', async () => {
    sources.read([pushed('a')]);
    sources.want([wanted('1', 'a', '')]);
    await clock.pass(1_000);
    updates = [];
    void push('a', '[0]');
    await settled();
    await clock.pass(0);
    expect(updates.map((update) => update.cells)).toEqual([{ 1: { value: 0 } }]);
    for (let value = 1; value <= 100; value += 1) {
      void push('a', `[${value}]`);
      await clock.pass(10);
    }
    await clock.pass(100);
    expect(updates.length).toBeLessThanOrEqual(22);
    expect(updates.length).toBeGreaterThan(5);
    expect(updates.at(-1)?.cells).toEqual({ 1: { value: 100 } });
  });

  it('tell the age alone once a second', async () => {
    sources.read([pushed('a')]);
    await clock.pass(1_000);
    updates = [];
    for (let count = 0; count < 300; count += 1) {
      void push('a', 'x\n1');
      await clock.pass(10);
    }
    expect(updates.length).toBeLessThanOrEqual(4);
    expect(updates.length).toBeGreaterThanOrEqual(3);
  });

  it('go on when they are given again, and begin anew when they are read another way', async () => {
    const http = (more: object) => ({ kind: 'http', url: 'http://data.example/', ...more });
    sources.read([{ ...pushed('a', { from: http({}) }), secret: '1' }, pushed('b')]);
    void push('b', 'x\n1');
    await told();
    sources.read([{ ...pushed('a', { from: http({}), name: 'New name' }), secret: '1' }, pushed('b')]);
    expect(opened).toEqual(['a 1']);
    sources.read([{ ...pushed('a', { from: http({}) }), secret: '2' }, pushed('b')]);
    expect(opened).toEqual(['a 1', 'a closed', 'a 2']);
    sources.read([pushed('b')]);
    expect(opened).toEqual(['a 1', 'a closed', 'a 2', 'a closed']);
    expect(sources.page({ source: 'b', from: 0, count: 1 }).total).toBe(1);
  });

  it('give pages of their rows', async () => {
    sources.read([pushed('a')]);
    void push('a', 'x\n1\n2\n3');
    await told();
    expect(sources.page({ source: 'a', from: 1, count: 1 })).toEqual({
      from: 1,
      total: 3,
      columns: ['x'],
      rows: [['2']],
    });
    expect(sources.page({ source: 'gone', from: 1, count: 1 })).toEqual({ from: 1, total: 0, columns: [], rows: [] });
  });

  it('take nothing that is pushed to a source that is not there', async () => {
    sources.read([]);
    void push('a', 'x\n1');
    expect(await told()).toEqual([]);
  });
});
