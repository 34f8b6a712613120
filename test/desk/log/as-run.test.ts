import fc from 'fast-check';
import { ManualClock } from '../../kit/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AsRunEntry, type AsRunLine, type AsRunQuery } from '../../../contract/desk-api/as-run.ts';
import { OverlayError } from '../../../contract/errors.ts';
import type { AsRunLog, DeliveredFile } from '../../../desk/ports.ts';
import { asRunLine } from '../../../desk/log/recording.ts';
import { AsRun, asRunJsonLines, asRunTable } from '../../../desk/log/as-run.ts';
import { asRunMatch } from '../../../desk/log/as-run-match.ts';
import { Settings } from '../../../desk/screens/settings.ts';
import { asRunLineOf } from '../../kit/desk/as-run-lines.ts';
import { memorySettings } from '../../kit/desk/scripted-ports.ts';
import { knownError } from '../../kit/desk/recording-log.ts';

const entryOf = (of: Partial<AsRunEntry> = {}): AsRunEntry => ({ ...asRunLineOf(of), seq: 1, before: '', ...of });

async function* each<Item>(items: Item[]): AsyncGenerator<Item> {
  yield* items;
}
const joined = async (pieces: AsyncIterable<string | Uint8Array>): Promise<string> => {
  let text = '';
  for await (const piece of pieces) text += String(piece);
  return text;
};

describe('the line of an operation', () => {
  const operation = {
    kind: 'take' as const,
    action: 'Take In',
    items: [{ id: 'a', state: 'In' as const }],
    app: 'news',
    number: 1,
    trigger: { kind: 'key' as const, detail: 'F2' },
    operator: 'Ada',
    at: Date.parse('2026-01-02T03:04:05.678Z'),
    start: 1_000,
  };
  const facts = {
    ended: 1_003.5,
    app: { key: 'news', name: 'Evening News' },
    ahead: 222,
    name: () => 'Lower Third',
  };

  it('says when, by both clocks, who, by what, what of what, and how it ended', () => {
    expect(asRunLine(operation, { result: 'confirmed', revision: 7 }, facts)).toEqual(asRunLineOf());
  });

  it('says why it was not confirmed, and no show clock where none is known', () => {
    const error = new OverlayError('deadline-passed');
    expect(asRunLine(operation, { result: 'unknown', error }, { ...facts, ahead: null })).toEqual(
      asRunLineOf({ result: 'unknown', reason: error.message, revision: null, showAt: null }),
    );
  });
});

describe('the lines of a screen', () => {
  const data = asRunLineOf({ kind: 'values', trigger: { kind: 'data', detail: 'Scores' }, action: 'Update' });
  const fader = { ...data, trigger: { kind: 'pad' as const, detail: 'nanoKONTROL fader 1', hand: 'nanoKONTROL' } };

  it('keep the takes of an operator while data, faders and the mirror write a line a second', () => {
    const asRun = new AsRun(
      { asRunLog: { append: () => Promise.resolve(), keepLines: () => {}, onTroubles: () => {}, left: [] } } as never,
      new Settings(memorySettings(), new ManualClock(), () => undefined),
      { knownError, changed: () => undefined },
    );
    asRun.record(asRunLineOf());
    asRun.record(asRunLineOf({ kind: 'values', action: 'Update' }));
    asRun.record(asRunLineOf({ kind: 'values', action: 'Update' }));
    for (let second = 1; second <= 60; second++) {
      for (const line of [data, fader, { ...data, kind: 'mirror' as const }]) asRun.record(line);
      if (second === 30) asRun.record({ ...data, result: 'failed', reason: 'No answer.' });
    }
    expect(asRun.lines.map(({ kind, trigger, result, times }) => [kind, trigger.kind, result, times])).toEqual([
      ['mirror', 'data', 'confirmed', 60],
      ['values', 'pad', 'confirmed', 60],
      ['values', 'data', 'confirmed', 60],
      ['values', 'data', 'failed', undefined],
      ['values', 'key', 'confirmed', undefined],
      ['values', 'key', 'confirmed', undefined],
      ['take', 'key', 'confirmed', undefined],
    ]);
  });
});

describe('what is looked for', () => {
  const found = (query: AsRunQuery, of: Partial<AsRunLine> = {}): boolean => asRunMatch(query)(asRunLineOf(of));

  it.each<[string, AsRunQuery, boolean]>([
    ['nothing in particular', {}, true],
    ['empty words', { text: ' ', target: '', operator: '', results: [], triggers: [] }, true],
    ['a word of the action, whatever its case', { text: 'take in' }, true],
    ['a word on air', { text: 'LOVELACE' }, true],
    ['a number on air', { text: '42' }, true],
    ['a word that is nowhere', { text: 'confirmed by' }, false],
    ['from its own moment', { from: '2026-01-02T03:04:05.678Z' }, true],
    ['from a moment later', { from: '2026-01-02T03:04:05.679Z' }, false],
    ['until its own moment', { until: '2026-01-02T03:04:05.678Z' }, false],
    ['until a moment later', { until: '2026-01-02T03:04:05.679Z' }, true],
    ['its result', { results: ['failed', 'confirmed'] }, true],
    ['another result', { results: ['failed', 'unknown'] }, false],
    ['its trigger', { triggers: ['key'] }, true],
    ['another trigger', { triggers: ['pad', 'api'] }, false],
    ['a part of the name of its target', { target: 'lower' }, true],
    ['the address of its target', { target: 'news/a' }, true],
    ['a part of the address of its target', { target: 'ws/a' }, false],
    ['the name of its app', { target: 'evening' }, true],
    ['its operator', { operator: 'ada' }, true],
    ['another operator', { operator: 'grace' }, false],
    ['its operator and another target', { operator: 'ada', target: 'ticker' }, false],
  ])('%s', (_name, query, expected) => {
    const payload = { line1: 'Ada Lovelace', score: 42 };
    expect(found(query, { items: [{ subCompositionId: 'a', payload }] })).toBe(expected);
  });
});

describe('the table', () => {
  const head =
    '\uFEFF"Line","Time (UTC)","Show clock (UTC)","Operator","By","By what","App key","App","Asked","Of","Addresses","Items","Result","Why","Milliseconds","Revision"\r\n';

  it('is RFC 4180 with a byte order mark, and one line for each operation', async () => {
    expect(
      await joined(asRunTable(each([entryOf(), entryOf({ seq: 2, showAt: null, app: null, revision: null })]))),
    ).toBe(
      `${head}1,"2026-01-02T03:04:05.678Z","2026-01-02T03:04:05.900Z","Ada","key","F2","news","Evening News","Take In","Lower Third","news/a","[{""subCompositionId"":""a"",""state"":""In""}]","confirmed","",3.5,7\r\n` +
        `2,"2026-01-02T03:04:05.678Z",,"Ada","key","F2",,,"Take In","Lower Third","news/a","[{""subCompositionId"":""a"",""state"":""In""}]","confirmed","",3.5,\r\n`,
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n=1', '＝1+1', "'x"])(
    'has no cell that a spreadsheet would carry out: %j',
    async (operator) => {
      const [, cells] = await readBack([entryOf({ operator })]);
      expect(cells?.[3]).toBe(`'${operator}`);
    },
  );

  it('reads back as what was written, whatever is in it', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('"', ',', ';', '\r\n', '\n', '\r', "'", '=', '+', '\t', ' ', 'é', '😀'))
        .map((all) => all.join('')),
    );
    const line = fc.record({
      operator: text,
      reason: text,
      action: text,
      name: text,
      milliseconds: fc.double({ noNaN: true, min: 0, max: 1e6 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 5 }), async (lines) => {
        const entries = lines.map(({ name, ...of }) => entryOf({ ...of, targets: [{ address: '', id: 'a', name }] }));
        const [, ...rows] = await readBack(entries);
        expect(rows.map((row) => [3, 13, 8, 9].map((at) => plain(row[at]!)).concat(row[14]!))).toEqual(
          lines.map(({ operator, reason, action, name, milliseconds }) => [
            operator,
            reason,
            action,
            name,
            String(milliseconds),
          ]),
        );
      }),
    );
  });

  /** The cells of the table, by a reader of RFC 4180. */
  const readBack = async (entries: AsRunEntry[]): Promise<string[][]> => {
    const text = await joined(asRunTable(each(entries)));
    expect(text.startsWith(head)).toBe(true);
    return csv(text.slice(1));
  };
  const plain = (cell: string): string => cell.replace(/^'/, '');
});

describe('lines of JSON', () => {
  it('are the lines as the log keeps them', async () => {
    const lines = [entryOf(), entryOf({ seq: 2, action: 'Take Out' })];
    const text = await joined(asRunJsonLines(each(lines)));
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => AsRunEntry.parse(JSON.parse(line))),
    ).toEqual(lines);
  });
});

describe('the desk', () => {
  const setUp = (content?: unknown) => {
    const port = memorySettings(content);
    const told: string[] = [];
    const delivered: DeliveredFile[] = [];
    const kept: AsRunLine[] = [];
    const limits: (number | null)[] = [];
    let troubled = (): void => undefined;
    const log: AsRunLog = {
      append: (line) => Promise.resolve(void kept.push(line)),
      sending: () => ({ kept: Promise.resolve(), takeBack: () => undefined }),
      left: [],
      troubles: () => ['The as-run log is not written.'],
      onTroubles: (changed) => void (troubled = changed),
      keepLines: (count) => void limits.push(count),
      search: ({ query }) =>
        Promise.resolve({
          lines: kept.map((line, at) => entryOf({ ...line, seq: at + 1 })).filter(asRunMatch(query)),
          next: null,
          searchedTo: null,
          problems: [],
        }),
      async *all(query) {
        for (const line of kept) if (asRunMatch(query)(line)) yield entryOf(line);
      },
    };
    const outside = {
      asRunLog: log,
      clock: { now: () => Date.parse('2026-01-02T03:04:05.678Z') },
      deliver: (file: DeliveredFile) => {
        delivered.push(file);
        return Promise.resolve({ how: 'saved', file: file.name } as const);
      },
    };
    const settings = new Settings(port, new ManualClock(), () => undefined);
    const desk = new AsRun(outside, settings, { knownError, changed: () => void told.push('changed') });
    return { desk, log, port, told, delivered, kept, limits, trouble: () => troubled() };
  };

  it('keeps who signed on, and tells it', async () => {
    const { desk, port, told } = setUp();
    expect(desk.operator).toBe('');
    void desk.calls.signOn({ name: 'Grace' });
    expect([desk.operator, port.written, told]).toEqual(['Grace', [{ version: 1, operator: 'Grace' }], ['changed']]);
  });

  it('knows after a start who was signed on, and how many lines are kept', () => {
    const { desk, limits } = setUp({ version: 1, operator: 'Grace', asRun: { keepLines: 30 } });
    expect([desk.operator, limits]).toEqual(['Grace', [30]]);
  });

  it('shows the last fifty lines, newest first, and keeps all', () => {
    const { desk, kept, told } = setUp();
    for (let at = 1; at <= 60; at++) desk.record(asRunLineOf({ action: String(at) }));
    expect(desk.lines.map(({ action }) => action)).toEqual(Array.from({ length: 50 }, (_, at) => String(60 - at)));
    expect([kept.length, told.length]).toEqual([60, 60]);
  });

  it('sends screens little of a panic of thousands, and keeps all of it', () => {
    const { desk, kept } = setUp();
    const targets = Array.from({ length: 10_000 }, (_, at) => ({
      address: `app/${at}`,
      id: String(at),
      name: `Sub ${at}`,
    }));
    const items = targets.map(({ id }) => ({ subCompositionId: id, state: 'Out', action: 'jump' }));
    desk.record(asRunLineOf({ kind: 'panic', action: 'Panic', targets, items }));
    expect(kept[0]).toMatchObject({ targets, items });
    const [line] = desk.lines;
    expect([line?.targets.length, line?.more]).toEqual([20, 9_980]);
    expect(JSON.stringify(desk.lines).length).toBeLessThan(16 * 1024);
  });

  it('tells what is wrong with the log among its notices', () => {
    const { desk, told, trouble } = setUp();
    trouble();
    expect([desk.troubles, told]).toEqual([['The as-run log is not written.'], ['changed']]);
  });

  it('finds, and makes files of what it finds', async () => {
    const { desk, delivered } = setUp();
    desk.record(asRunLineOf());
    desk.record(asRunLineOf({ action: 'Take Out' }));
    const query = { text: 'out' };
    const page = await desk.calls.searchAsRun({ query, next: null, size: 50 });
    expect(page.lines.map(({ action }) => action)).toEqual(['Take Out']);
    expect(await desk.calls.exportAsRun({ query, format: 'csv' })).toEqual({
      how: 'saved',
      file: 'as-run 2026-01-02.csv',
    });
    await desk.calls.exportAsRun({ query: {}, format: 'jsonl' });
    const [table, lines] = await Promise.all(delivered.map(({ content }) => joined(content())));
    expect(csv(table!.slice(1)).map((row) => row[8])).toEqual(['Asked', 'Take Out']);
    expect(lines!.split('\n')).toHaveLength(3);
  });

  it('says that the log cannot be read, where it cannot', async () => {
    const { desk, log } = setUp();
    log.search = () => Promise.reject(new Error('EIO: i/o error, read'));
    await expect(desk.calls.searchAsRun({ query: {}, next: null, size: 50 })).rejects.toThrow(
      'The as-run log cannot be read: EIO: i/o error, read',
    );
  });
});

/** A reader of RFC 4180 that refuses what is not of it. */
function csv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const [, written = '', end] = z.array(z.string()).parse([...(cell.exec(text) ?? [])]);
    if (end === undefined) throw new Error('not RFC 4180');
    row.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
