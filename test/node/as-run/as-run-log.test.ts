import { texts } from '../../../contract/texts/texts.ts';
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AsRunEntry, AsRunLine, AsRunPage } from '../../../contract/desk-api/as-run.ts';
import { chained as chain, type ChainEnd, type LogRow } from '../../../node/as-run/as-run-search.ts';
import { type ClosableAsRunLog, openAsRunLog } from '../../../node/as-run/as-run-log.ts';
import { AsRunStore } from '../../../node/as-run/as-run-store.ts';
import { asRunLineOf } from '../../kit/desk/as-run-lines.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

const chained = (line: AsRunLine, end: ChainEnd): LogRow => chain([line], end)[0]!;

let data = '';
let clock: ManualClock;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'as-run-'));
  clock = new ManualClock();
});
afterEach(() => {
  rmSync(data, { recursive: true });
});

const open = (mostWaiting = 10_000): ClosableAsRunLog => openAsRunLog(data, { clock, mostWaiting });
const linesOf = (...names: string[]) =>
  names.map((action) => asRunLineOf({ action, at: new Date(clock.now()).toISOString() }));
const keep = async (log: ClosableAsRunLog, ...names: string[]): Promise<void> => {
  await Promise.all(linesOf(...names).map((line) => log.append(line)));
};
/** A desk that writes these lines and ends. */
const write = async (...names: string[]): Promise<void> => {
  const log = open();
  await keep(log, ...names);
  await log.close();
};
const look = (log: ClosableAsRunLog, of: Partial<Parameters<ClosableAsRunLog['search']>[0]> = {}): Promise<AsRunPage> =>
  log.search({ query: {}, next: null, size: 500, ...of });
const names = (lines: AsRunEntry[]): string[] => lines.map((line) => line.action);
const folder = (): string => join(data, 'as-run');
const file = (): string => join(folder(), 'as-run.db');
/** What a person does who can write the database. */
const tamper = (sql: string, ...values: (string | number)[]): void => {
  const database = new DatabaseSync(file());
  database.prepare(sql).run(...values);
  database.close();
};
/** What a desk that is started now says of the log, and what a search finds in it. */
const reopened = async (): Promise<{ troubles: readonly string[]; found: string[]; problems: string[] }> => {
  const log = open();
  const { lines, problems } = await look(log);
  const troubles = log.troubles();
  await log.close();
  return { troubles, found: names(lines), problems };
};

describe('the as-run log', () => {
  it('keeps every line in order and finds it again, newest first', async () => {
    const log = open();
    await keep(log, 'Take In', 'Take Out');
    const { lines, next, searchedTo, problems } = await look(log);
    expect(lines).toEqual([
      { seq: 2, before: expect.stringMatching(/^[\w-]{43}$/), ...linesOf('Take Out')[0] },
      { seq: 1, before: '', ...linesOf('Take In')[0] },
    ]);
    expect({ next, searchedTo, problems }).toEqual({
      next: null,
      searchedTo: '2026-01-01T20:00:00.000Z',
      problems: [],
    });
    await log.close();
  });

  it('goes on where an earlier desk ended', async () => {
    await write('Take In');
    await write('Update', 'Take Out');
    expect(await reopened()).toEqual({ troubles: [], found: ['Take Out', 'Update', 'Take In'], problems: [] });
  });

  it('gives a line only when it is in the database', async () => {
    const log = open();
    await look(log);
    const database = new DatabaseSync(file());
    const kept = keep(log, 'Take In');
    const found = names((await look(log)).lines);
    const stored = database.prepare('SELECT count(*) AS count FROM lines').get()?.count;
    expect(found.length).toBeLessThanOrEqual(Number(stored));
    await kept;
    expect(names((await look(log)).lines)).toEqual(['Take In']);
    database.close();
    await log.close();
  });

  it('keeps lines of a megabyte each, however many come at once', async () => {
    const log = open();
    const items = ['x'.repeat(1024 * 1024)];
    await Promise.all(Array.from({ length: 250 }, (_, at) => log.append(asRunLineOf({ action: String(at), items }))));
    expect(log.troubles()).toEqual([]);
    expect(names((await look(log)).lines)).toEqual(['249']);
    await log.close();
  });

  it('refuses a line when it is closed', async () => {
    const log = open();
    await log.close();
    await expect(log.append(asRunLineOf())).rejects.toThrow(texts.log.closed);
  });

  it('writes what is appended together, in order', async () => {
    const log = open();
    const order: number[] = [];
    await Promise.all(Array.from({ length: 500 }, (_, at) => log.append(asRunLineOf()).then(() => order.push(at))));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect((await look(log)).lines).toHaveLength(500);
    await log.close();
  });

  it('keeps a line that comes at any moment after the one before was kept', async () => {
    const log = open();
    for (let turns = 0; turns < 10; turns++) {
      await log.append(asRunLineOf());
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await log.append(asRunLineOf());
    }
    expect((await look(log)).lines).toHaveLength(20);
    await log.close();
  });

  it('keeps the order of its lines where the clock is set back', async () => {
    await write('Monday');
    await clock.pass(24 * 60 * 60 * 1_000);
    await write('Tuesday');
    clock.jump(Date.UTC(2020, 0, 1) - clock.now());
    await write('Set back');
    expect(await reopened()).toEqual({ troubles: [], found: ['Set back', 'Tuesday', 'Monday'], problems: [] });
  });

  it('keeps as many lines as it is told to, and gives the room of the others back', async () => {
    await write(...Array.from({ length: 3_000 }, (_, at) => String(at)));
    const full = statSync(file()).size;
    const log = open();
    log.keepLines(2);
    for (const name of ['a', 'b', 'c', 'd']) await keep(log, name);
    const { lines, problems } = await look(log);
    expect({ found: names(lines), problems }).toEqual({ found: ['d', 'c'], problems: [] });
    await log.close();
    expect(statSync(file()).size).toBeLessThan(full / 10);
    expect((await reopened()).problems).toEqual([texts.log.begins(3003, texts.log.linesAre(1, 3002))]);
  });

  it('can be read by its owner alone', async () => {
    const log = open();
    await keep(log, '1');
    const modes = readdirSync(folder()).map((name) => statSync(join(folder(), name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([process.platform === 'win32' ? 0o666 : 0o600]));
    await log.close();
  });
});

describe('a search', () => {
  it('comes in pages, and the next one goes on where the last left off while lines are added', async () => {
    const log = open();
    const all = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`);
    for (const name of all) await keep(log, name);
    const found: string[][] = [];
    let next: string | null = null;
    do {
      const page = await look(log, { size: 5, next });
      expect(page.problems).toEqual([]);
      found.push(names(page.lines));
      next = page.next;
      await keep(log, 'added meanwhile');
    } while (next !== null);
    expect(found).toEqual([all.slice(7).reverse(), all.slice(2, 7).reverse(), all.slice(0, 2).reverse()]);
    await log.close();
  });

  it('goes on past a line larger than a page', async () => {
    const log = open();
    const items = ['x'.repeat(3 * 1024 * 1024)];
    for (const action of ['1', '2', '3']) await log.append(asRunLineOf({ action, items }));
    const found: string[] = [];
    let next: string | null = null;
    do {
      const page = await look(log, { next });
      found.push(...names(page.lines));
      next = page.next;
    } while (next !== null);
    expect(found).toEqual(['3', '2', '1']);
    await log.close();
  });

  it('finds what matches, and reads no line outside the time', async () => {
    const log = open();
    await keep(log, 'Take In', 'Update');
    await clock.pass(7 * 24 * 60 * 60 * 1_000);
    await keep(log, 'Update');
    const week = { from: '2026-01-07T00:00:00Z' };
    expect((await look(log, { query: { ...week, text: 'update' } })).lines.map(({ seq }) => seq)).toEqual([3]);
    tamper('UPDATE lines SET text = ? WHERE seq = 1', 'not read');
    expect((await look(log, { query: week })).problems).toEqual([]);
    expect((await look(log, { query: { until: '2026-01-07T00:00:00Z' } })).problems).toEqual([texts.log.changed(1)]);
    expect(await look(log, { query: { until: '2026-01-01T00:00:00Z' } })).toEqual({
      lines: [],
      next: null,
      searchedTo: null,
      problems: [],
    });
    await log.close();
  });

  it('finds the lines of a time also where the clock was set back', async () => {
    const log = open();
    await keep(log, 'before');
    clock.set(-60 * 60 * 1_000);
    await keep(log, 'set back');
    clock.set(60 * 60 * 1_000);
    await keep(log, 'after');
    const query = { from: '2026-01-01T19:30:00Z' };
    expect(names((await look(log, { query })).lines)).toEqual(['after', 'before']);
    await log.close();
  });

  it('gives all lines in their order, one by one, without those that come meanwhile', async () => {
    const log = open();
    const items = ['x'.repeat(600 * 1024)];
    for (const action of ['1', '2', '3', '4', '5']) await log.append(asRunLineOf({ action, items }));
    const found: string[] = [];
    for await (const line of log.all({})) {
      found.push(line.action);
      await log.append(asRunLineOf({ action: 'meanwhile' }));
    }
    expect(found).toEqual(['1', '2', '3', '4', '5']);
    await log.close();
  });

  it('fails at no place that a screen makes up', async () => {
    await write('1');
    const log = open();
    for (const next of ['', '1', 'x:y', '1:1e300', ':', '-1:9']) {
      const { lines } = await look(log, { next });
      expect(names(lines).filter((name) => name !== '1')).toEqual([]);
    }
    await log.close();
  });
});

describe('a log that somebody had his hands in', () => {
  beforeEach(() => write('1', '2', '3', '4', '5'));

  const changeText = (seq: number): void =>
    tamper(`UPDATE lines SET text = replace(text, '"action":"${seq}"', '"action":"9"') WHERE seq = ?`, seq);

  it('is told of by the line that was changed', async () => {
    changeText(3);
    const problem = texts.log.changed(3);
    expect(await reopened()).toEqual({
      troubles: [texts.log.asRun(problem)],
      found: ['5', '4', '9', '2', '1'],
      problems: [problem],
    });
  });

  it('is told of by the line that was changed with its hash', async () => {
    const { hash, text } = chained(asRunLineOf({ action: '9' }), { seq: 2, hash: 'x' });
    tamper('UPDATE lines SET hash = ?, text = ? WHERE seq = 3', hash, text);
    expect((await reopened()).problems).toEqual([texts.log.changed(3), texts.log.changed(2)]);
  });

  it('is told of by the line whose time was changed, or whose text is none', async () => {
    tamper("UPDATE lines SET at = '2026-02-01T00:00:00.000Z' WHERE seq = 2");
    tamper("UPDATE lines SET text = '{' WHERE seq = 4");
    expect((await reopened()).problems).toEqual([texts.log.changed(4), texts.log.changed(2)]);
  });

  it('is told of by the lines that were cut out', async () => {
    tamper('DELETE FROM lines WHERE seq IN (2, 3)');
    expect((await reopened()).problems).toEqual(['lines 2 to 3 are cut out.']);
  });

  it('is told of where its beginning was cut off', async () => {
    tamper('DELETE FROM lines WHERE seq <= 2');
    expect((await reopened()).problems).toEqual([texts.log.begins(3, texts.log.linesAre(1, 2))]);
  });

  it('is told of where its end was cut off, and no number is given twice', async () => {
    tamper('DELETE FROM lines WHERE seq > 3');
    expect((await reopened()).troubles).toEqual([texts.log.asRun('lines 4 to 5 are cut out.')]);
    const log = open();
    await keep(log, '6');
    const { lines, problems } = await look(log);
    expect([lines.map(({ seq }) => seq), problems]).toEqual([[6, 3, 2, 1], ['lines 4 to 5 are cut out.']]);
    await log.close();
  });

  it('is told of where all of it was cut out', async () => {
    tamper('DELETE FROM lines');
    expect((await reopened()).troubles).toEqual([texts.log.asRun(texts.log.begins(6, 'lines 1 to 5 are'))]);
  });

  it('is told of where its last line was changed', async () => {
    changeText(5);
    expect((await reopened()).troubles).toEqual([texts.log.asRun(texts.log.changed(5))]);
  });

  it('is told of while the desk runs, too', async () => {
    const log = open();
    await keep(log, '6');
    tamper('DELETE FROM lines WHERE seq > 4');
    expect((await look(log)).problems).toEqual(['lines 5 to 6 are cut out.']);
    await log.close();
  });

  it('is told of while the desk runs, where its last line was changed with its hash', async () => {
    const log = open();
    const { lines } = await look(log);
    const { hash, text } = chained(asRunLineOf({ action: '9' }), { seq: 4, hash: lines[0]!.before });
    tamper('UPDATE lines SET hash = ?, at = ?, text = ? WHERE seq = 5', hash, asRunLineOf().at, text);
    expect((await look(log)).problems).toEqual([texts.log.changed(5)]);
    await log.close();
  });

  it('is told of where a line was put in that no desk wrote', async () => {
    const { hash, text } = chained(asRunLineOf({ action: 'put in' }), { seq: 5, hash: 'x' });
    tamper('INSERT INTO lines VALUES (6, ?, ?, ?)', asRunLineOf().at, hash, text);
    expect((await reopened()).problems).toEqual([texts.log.changed(5)]);
  });
});

describe('a damaged database', () => {
  const kept = (): string[] => readdirSync(folder()).filter((name) => name.startsWith('as-run-damaged'));
  const notice = (nth: number, why: string): string => texts.log.damaged(`as-run-damaged-${nth}.db (${why})`);
  const malformed = 'database disk image is malformed';

  it.each([
    ['is no database', (whole: Buffer) => Buffer.from('x'.repeat(whole.length)), 'file is not a database'],
    ['was cut in the middle', (whole: Buffer) => whole.subarray(0, 8_192), malformed],
    ['was cut within its first page', (whole: Buffer) => whole.subarray(0, 700), malformed],
    [
      'lost a page',
      (whole: Buffer) => Buffer.concat([whole.subarray(0, 4_096), Buffer.alloc(whole.length - 4_096, 'x')]),
      malformed,
    ],
  ])('that %s is kept as it is, and a new log begins', async (_, damage, why) => {
    await write(...Array.from({ length: 100 }, (_line, at) => String(at)));
    const left = damage(readFileSync(file()));
    writeFileSync(file(), left);
    const log = open();
    await keep(log, 'after');
    expect(log.troubles()).toEqual([notice(1, why)]);
    const { lines, problems } = await look(log);
    expect(lines.map(({ seq, action, reason }) => [seq, action, reason])).toEqual([
      [2, texts.log.keep, notice(1, why)],
      [1, 'after', ''],
    ]);
    expect(problems).toEqual([]);
    expect(readFileSync(join(folder(), 'as-run-damaged-1.db'))).toEqual(left);
    await log.close();
  });

  it('replaces none that was kept before', async () => {
    for (const text of ['first '.repeat(99), 'second '.repeat(99)]) {
      mkdirSync(folder(), { recursive: true });
      writeFileSync(file(), text);
      await write('after');
    }
    expect(kept()).toEqual(['as-run-damaged-1.db', 'as-run-damaged-2.db']);
    expect(readFileSync(join(folder(), 'as-run-damaged-1.db'), 'utf8')).toMatch(/^first/);
  });

  it('is kept also where a search comes upon the damage while the desk runs', async () => {
    await write(...Array.from({ length: 1_000 }, (_, at) => String(at)));
    const log = open();
    await look(log, { size: 1 });
    const whole = readFileSync(file());
    writeFileSync(file(), whole.fill('x', 3 * 4_096, 40 * 4_096));
    expect((await look(log)).lines.length).toBeLessThan(1_000);
    await keep(log, 'after');
    expect(log.troubles()).toEqual([notice(1, malformed)]);
    await log.close();
  });

  it('that is gone while its log is there is kept as that log', async () => {
    await write('1');
    rmSync(file());
    writeFileSync(`${file()}-wal`, 'x'.repeat(10_000));
    const log = open();
    await keep(log, 'after');
    expect(log.troubles()).toEqual([notice(1, texts.log.databaseGone)]);
    expect(kept()).toEqual(['as-run-damaged-1.db-wal']);
    await log.close();
  });
});

describe('a log of SQLite that was torn', () => {
  it.each([
    ['cut off', (whole: Buffer, at: number) => whole.subarray(0, at)],
    ['overwritten', (whole: Buffer, at: number) => Buffer.from(whole).fill('x', at, at + 100)],
  ])('by being %s anywhere leaves the lines before it, and the log goes on', async (_, tear) => {
    const log = open();
    for (let at = 0; at < 8; at++) await keep(log, String(at));
    const [database, wal] = ['', '-wal'].map((side) => readFileSync(file() + side)) as [Buffer, Buffer];
    await log.close();
    const counts = new Set<number>();
    for (let at = 0; at <= wal.length; at += 997) {
      rmSync(folder(), { recursive: true });
      mkdirSync(folder());
      writeFileSync(file(), database);
      writeFileSync(`${file()}-wal`, tear(wal, at));
      const damage: string[] = [];
      const store = new AsRunStore(folder(), (what) => damage.push(what));
      store.append({ lines: linesOf('after'), keep: null });
      const { lines, problems } = store.search({ query: {}, next: null, size: Infinity, complete: true });
      store.close();
      const count = lines.length - 1;
      const before = Array.from({ length: count }, (_line, nth) => String(nth));
      expect([at, names(lines), problems, damage]).toEqual([at, ['after', ...before.reverse()], [], []]);
      counts.add(count);
    }
    expect(counts.size).toBeGreaterThan(5);
  });
});

describe('a disk that fails', () => {
  /** The directory of the log cannot be made: there is a file where it belongs. */
  const breakDisk = (): void => writeFileSync(join(data, 'as-run'), '');
  const repairDisk = (): void => rmSync(join(data, 'as-run'));

  it('is a notice, the lines wait, and all are there when it works again', async () => {
    breakDisk();
    const log = open();
    const told = nextTrouble(log);
    const kept = keep(log, '1', '2');
    await told;
    expect(log.troubles()).toEqual([
      expect.stringMatching(
        /^The as-run log is not written: E(NOTDIR|EXIST).*\. Lines wait in memory, 10,000 at most\.$/,
      ),
    ]);
    repairDisk();
    await tried(kept);
    expect(log.troubles()).toEqual([]);
    expect(names((await look(log)).lines)).toEqual(['2', '1']);
    await log.close();
  });

  const lost = texts.log.lost('1 line was');

  it('for too long loses lines, counts them, and the log itself says where', async () => {
    breakDisk();
    const log = open(2);
    const told = nextTrouble(log);
    const kept = keep(log, '1', '2');
    await expect(log.append(asRunLineOf({ action: '3' }))).rejects.toThrow('Too many lines');
    await told;
    expect(log.troubles()).toEqual([lost]);
    repairDisk();
    await tried(kept);
    await log.close();
    expect(log.troubles()).toEqual([lost]);
    const later = open();
    const { lines } = await look(later);
    expect(lines.map(({ action, reason }) => [action, reason])).toEqual([
      [texts.log.keep, texts.log.lostBefore('1 line was')],
      ['2', ''],
      ['1', ''],
    ]);
    await later.close();
  });

  it('does not keep a desk from ending', async () => {
    breakDisk();
    const log = open();
    const told = nextTrouble(log);
    const kept = log.append(asRunLineOf());
    const lost = expect(kept).rejects.toThrow('EEXIST');
    await told;
    await log.close();
    await lost;
  });

  it('that is taken away and comes back empty is written to anew', async () => {
    const log = open();
    await keep(log, '1');
    rmSync(folder(), { recursive: true });
    mkdirSync(folder());
    await keep(log, '2');
    expect((await look(log)).problems).toEqual([texts.log.begins(2, 'line 1 is')]);
    await log.close();
    expect((await reopened()).found).toEqual(['2']);
  });

  it('has a directory where the log belongs', async () => {
    mkdirSync(file(), { recursive: true });
    const log = open();
    const told = nextTrouble(log);
    const kept = keep(log, '1');
    await told;
    expect(log.troubles()).toEqual([expect.stringMatching(/^The as-run log is not written: EISDIR.*as-run\.db/)]);
    rmSync(file(), { recursive: true });
    await tried(kept);
    expect(log.troubles()).toEqual([]);
    await log.close();
  });

  it('is in the hands of another desk', async () => {
    const log = open();
    await keep(log, '1');
    const other = new DatabaseSync(file());
    other.exec('BEGIN IMMEDIATE');
    const told = nextTrouble(log);
    const kept = keep(log, '2');
    await told;
    expect(log.troubles()).toEqual([expect.stringMatching(/^The as-run log is not written: database is locked/)]);
    expect(names((await look(log)).lines)).toEqual(['1']);
    other.close();
    await tried(kept);
    expect(names((await look(log)).lines)).toEqual(['2', '1']);
    await log.close();
  });

  it('is used by two desks whose lock failed, and the log has the lines of both', async () => {
    const [one, other] = [open(), open()];
    // Each may find the database locked by the other.
    await tried(keep(one, '1'));
    await tried(keep(other, '2'));
    await tried(keep(one, '3'));
    const { lines, problems } = await look(one);
    expect([names(lines), problems]).toEqual([['3', '2', '1'], []]);
    await one.close();
    await other.close();
  });
});

/** Let the desk try again, second by second, until this is done. */
async function tried(done: Promise<void>): Promise<void> {
  const waiting = { still: true };
  const stop = (): void => void (waiting.still = false);
  done.then(stop, stop);
  while (waiting.still) await clock.pass(1_000);
  await done;
}

/** Resolves when the log has something new to say. */
function nextTrouble(log: ClosableAsRunLog): Promise<void> {
  return new Promise((resolve) => log.onTroubles(resolve));
}
