import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AsRunEntry, AsRunPage } from '../../../contract/desk-api/as-run.ts';
import { type AsRunFiles, openAsRunLog } from '../../../node/as-run/as-run-log.ts';
import type { LogRules } from '../../../node/as-run/as-run-writing.ts';
import { anyLine, asRunLineOf } from '../../kit/desk/as-run-lines.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

let data = '';
let clock: ManualClock;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'as-run-'));
  clock = new ManualClock();
});
afterEach(() => {
  rmSync(data, { recursive: true });
});

const open = (rules: Partial<LogRules> = {}): AsRunFiles => openAsRunLog(data, { clock, rules });
const asked = (...names: string[]) => names.map((name) => asRunLineOf({ action: name }));
const keep = async (log: AsRunFiles, ...names: string[]): Promise<void> => {
  await Promise.all(asked(...names).map((line) => log.append(line)));
};
/** A desk that writes these lines and ends. */
const write = async (...names: string[]): Promise<void> => {
  const log = open();
  await keep(log, ...names);
  await log.close();
};
const look = (log: AsRunFiles, of: Partial<Parameters<AsRunFiles['search']>[0]> = {}): Promise<AsRunPage> =>
  log.search({ ...anyLine, next: null, size: 500, ...of });
const names = (lines: AsRunEntry[]): string[] => lines.map((line) => line.action);
const files = (): string[] => readdirSync(join(data, 'as-run')).filter((name) => name.endsWith('.jsonl'));
const path = (at = 0): string => join(data, 'as-run', files()[at]!);
const texts = (): string[] => readFileSync(path(), 'utf8').split('\n').slice(0, -1);
const rewrite = (lines: string[]): void => writeFileSync(path(), `${lines.join('\n')}\n`);
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
      { seq: 2, before: expect.stringMatching(/^[\w-]{43}$/), ...asRunLineOf({ action: 'Take Out' }) },
      { seq: 1, before: '', ...asRunLineOf({ action: 'Take In' }) },
    ]);
    expect({ next, searchedTo, problems }).toEqual({
      next: null,
      searchedTo: '2026-01-02T03:04:05.678Z',
      problems: [],
    });
    await log.close();
  });

  it('goes on where an earlier desk ended', async () => {
    await write('Take In');
    await write('Update', 'Take Out');
    expect(await reopened()).toEqual({ troubles: [], found: ['Take Out', 'Update', 'Take In'], problems: [] });
    expect(files()).toEqual(['as-run.000001.2026-01-01T20-00-00-000Z.jsonl']);
  });

  it('gives a line that is not the newest only when it is on the disk, and nothing that is not', async () => {
    const log = open();
    const kept = keep(log, 'Take In');
    expect(names((await look(log)).lines)).toEqual([]);
    await kept;
    expect(names((await look(log)).lines)).toEqual(['Take In']);
    await log.close();
  });

  it('refuses a line when it is closed', async () => {
    const log = open();
    await log.close();
    await expect(log.append(asRunLineOf())).rejects.toThrow('The as-run log is closed.');
  });

  it('writes what is appended together with one sync', async () => {
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

  it('begins a file each day, also where the clock is set back, and never mixes their order', async () => {
    const log = open();
    await keep(log, 'Monday');
    await clock.pass(24 * 60 * 60 * 1_000);
    await keep(log, 'Tuesday');
    clock.jump(Date.UTC(2020, 0, 1) - clock.now());
    await keep(log, 'Set back');
    expect(files()).toEqual([
      'as-run.000001.2026-01-01T20-00-00-000Z.jsonl',
      'as-run.000002.2026-01-02T20-00-00-000Z.jsonl',
      'as-run.000003.2020-01-01T00-00-00-000Z.jsonl',
    ]);
    await log.close();
    expect(await reopened()).toEqual({ troubles: [], found: ['Set back', 'Tuesday', 'Monday'], problems: [] });
  });

  it('begins a file when one is large enough, and keeps as many as it is told to', async () => {
    const log = open({ fileBytes: 600 });
    for (const name of ['1', '2', '3', '4', '5', '6']) await keep(log, name);
    expect(files()).toHaveLength(3);
    log.keepFiles(2);
    await keep(log, '7');
    expect(files().map((name) => name.slice(0, 13))).toEqual(['as-run.000003', 'as-run.000004']);
    const { lines, problems } = await look(log);
    expect({ found: names(lines), problems }).toEqual({ found: ['7', '6', '5'], problems: [] });
    await log.close();
  });

  it('reads what older desks wrote into one file, whose lines have less in them, and goes on behind it', async () => {
    const { showAt: _s, operator: _o, app: _a, kind: _k, action, ...older } = asRunLineOf({ action: 'Long ago' });
    const target = { id: 'a', name: 'Lower Third' };
    writeFileSync(join(data, 'as-run.jsonl'), `${JSON.stringify({ ...older, asked: action, targets: [target] })}\n`);
    await write('Take In');
    const log = open();
    const { lines, problems } = await look(log);
    expect(problems).toEqual([]);
    expect(lines[1]).toEqual({
      ...asRunLineOf({ action: 'Long ago' }),
      seq: null,
      before: null,
      showAt: null,
      operator: '',
      app: null,
      kind: null,
      targets: [{ ...target, address: '' }],
    });
    expect(names(lines)).toEqual(['Take In', 'Long ago']);
    await log.close();
  });
});

describe('a search', () => {
  it('comes in pages, and the next one goes on where the last left off while lines are added', async () => {
    const log = open({ fileBytes: 1_500 });
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

  it('finds what matches, and reads no file whose day is another', async () => {
    const log = open();
    await keep(log, 'Take In', 'Update');
    await clock.pass(7 * 24 * 60 * 60 * 1_000);
    await keep(log, 'Update');
    const week = { from: '2026-01-07T00:00:00.000Z', until: undefined };
    const page = await look(log, { ...week, matches: ({ action }) => action === 'Update' });
    expect(page.lines.map(({ seq }) => seq)).toEqual([3]);
    writeFileSync(path(0), 'not read');
    expect((await look(log, week)).problems).toEqual([]);
    await log.close();
  });

  it('gives all lines in their order, one by one', async () => {
    const log = open({ fileBytes: 1_000 });
    for (const name of ['1', '2', '3', '4', '5']) await keep(log, name);
    const found: string[] = [];
    for await (const line of log.all(anyLine)) found.push(line.action);
    expect(found).toEqual(['1', '2', '3', '4', '5']);
    await log.close();
  });
});

describe('a log that somebody had his hands in', () => {
  beforeEach(() => write('1', '2', '3', '4', '5'));

  it('is told of by the line that was changed', async () => {
    rewrite(texts().map((text) => text.replace('"action":"3"', '"action":"9"')));
    const name = files()[0]!;
    const problem = `${name}: line 3 was changed after it was written.`;
    expect(await reopened()).toEqual({
      troubles: [`The as-run log: ${problem}`],
      found: ['5', '4', '9', '2', '1'],
      problems: [problem],
    });
  });

  it('is told of by the lines that were cut out', async () => {
    rewrite(texts().filter((_, at) => at !== 1 && at !== 2));
    expect((await reopened()).problems).toEqual([`${files()[0]!}: lines 2 to 3 are cut out.`]);
  });

  it('is told of where its beginning was cut off', async () => {
    rewrite(texts().slice(2));
    expect((await reopened()).problems).toEqual(['The log begins with line 3: lines 1 to 2 are not there.']);
  });

  it('is told of where its end was cut off, and no number is given twice', async () => {
    rewrite(texts().slice(0, 3));
    expect((await reopened()).troubles).toEqual(['The as-run log was cut: lines 4 to 5 are not there any more.']);
    await write('6');
    expect(texts().map((text) => (JSON.parse(text) as AsRunEntry).seq)).toEqual([1, 2, 3, 6]);
  });

  it('is told of where its last line was changed', async () => {
    rewrite(texts().map((text) => text.replace('"action":"5"', '"action":"9"')));
    expect((await reopened()).troubles).toEqual(['The as-run log was changed: line 5 is not what the desk wrote.']);
  });

  it('is told of while the desk runs, too', async () => {
    const log = open();
    await keep(log, '6');
    rewrite(texts().slice(0, 4));
    expect((await look(log)).problems).toEqual([`${files()[0]!}: lines 5 to 6 are cut out.`]);
    await log.close();
  });

  it('is told of where a whole file is gone', async () => {
    await clock.pass(24 * 60 * 60 * 1_000);
    await write('6');
    await clock.pass(24 * 60 * 60 * 1_000);
    await write('7');
    rmSync(path(1));
    expect((await reopened()).problems).toEqual([`${files()[1]!}: line 6 is cut out.`]);
  });

  it('is told of where a line was put in that no desk wrote', async () => {
    const lines = texts();
    rewrite([...lines.slice(0, 3), JSON.stringify(asRunLineOf({ action: 'put in' })), ...lines.slice(3)]);
    expect((await reopened()).problems).toEqual([
      `${files()[0]!}: the line before line 4 is not the one that was there.`,
      `${files()[0]!}: after line 3 comes one that no desk wrote.`,
    ]);
  });
});

describe('after a power cut', () => {
  it('anywhere in the last two lines every whole line is there, the part is said, and the log goes on', async () => {
    await write('1', '2', '3', '4');
    rmSync(join(data, 'as-run', 'end.json'));
    const whole = readFileSync(path());
    const name = files()[0]!;
    const lines = whole.toString().split('\n');
    const begin = whole.length - Buffer.byteLength(`${lines[2]!}\n${lines[3]!}\n`);
    for (let cut = begin; cut <= whole.length; cut++) {
      writeFileSync(path(), whole.subarray(0, cut));
      const left = whole.subarray(0, cut).toString().split('\n');
      const kept = left.filter((text) => lines.includes(text) && text !== '').length;
      const part = left.at(-1) !== '' && !lines.includes(left.at(-1)!);
      const found = ['4', '3', '2', '1'].slice(4 - kept);
      const log = open();
      await keep(log, 'after');
      const page = await look(log);
      expect([cut, names(page.lines), page.lines[0]?.seq]).toEqual([cut, ['after', ...found], kept + 1]);
      const said = `${name}: before line ${kept + 1} comes an incomplete line. The desk or its machine stopped while writing it.`;
      expect([cut, page.problems]).toEqual([cut, part ? [said] : []]);
      expect([cut, log.troubles().length]).toEqual([cut, part ? 1 : 0]);
      await log.close();
      rmSync(join(data, 'as-run', 'end.json'));
    }
  });

  it('that left blocks of nothing at the end they are passed over', async () => {
    await write('1', '2');
    rmSync(join(data, 'as-run', 'end.json'));
    writeFileSync(path(), Buffer.concat([readFileSync(path()), Buffer.alloc(5_000)]));
    const { troubles, found } = await reopened();
    expect(found).toEqual(['2', '1']);
    expect(troubles).toEqual([
      'The last line of the as-run log is incomplete: the desk or its machine stopped while writing it. It is skipped.',
    ]);
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
      expect.stringMatching(/^The as-run log is not written: ENOTDIR.*\. Lines wait in memory, 10,000 at most\.$/),
    ]);
    repairDisk();
    await tried(kept);
    expect(log.troubles()).toEqual([]);
    expect(names((await look(log)).lines)).toEqual(['2', '1']);
    await log.close();
  });

  const lost = '1 line was lost to the as-run log, because the disk could not be written to.';

  it('for too long loses lines, counts them, and the log itself says where', async () => {
    breakDisk();
    const log = open({ waiting: 2 });
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
      ['Keep the as-run log', '1 line was lost before this one, because the disk could not be written to.'],
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
    const lost = expect(kept).rejects.toThrow('ENOTDIR');
    await told;
    await log.close();
    await lost;
  });

  it('that is taken away and comes back empty is written to anew', async () => {
    const log = open();
    await keep(log, '1');
    const aside = join(data, 'aside.jsonl');
    copyFileSync(path(), aside);
    rmSync(join(data, 'as-run'), { recursive: true });
    mkdirSync(join(data, 'as-run'));
    await clock.pass(24 * 60 * 60 * 1_000);
    await keep(log, '2');
    expect((await look(log)).problems).toEqual(['The log begins with line 2: line 1 is not there.']);
    await log.close();
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
function nextTrouble(log: AsRunFiles): Promise<void> {
  return new Promise((resolve) => log.onTroubles(resolve));
}
