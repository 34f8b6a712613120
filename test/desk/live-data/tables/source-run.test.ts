import { texts } from '../../../../contract/texts/texts.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorIn } from '../../../../contract/errors.ts';
import { Source, type SourceView } from '../../../../contract/desk-api/source.ts';
import { ReadingFailed } from '../../../../desk/live-data/tables/data-limits.ts';
import type { EncodedText } from '../../../../desk/live-data/tables/decode-text.ts';
import { SourceRun } from '../../../../desk/live-data/tables/source-run.ts';
import { ManualClock, settled } from '../../../kit/manual-clock.ts';

type Answer = string | Uint8Array | Error;

let clock: ManualClock;
let run: SourceRun;
/** What the source answers to each reading; the last one again and again. None: nothing comes. */
let answers: Answer[];
/** When it was read, in milliseconds since the start. */
let readAt: number[];
let faults: unknown[];
let views: SourceView[];

const read = async (signal: AbortSignal): Promise<EncodedText | 'unchanged'> => {
  readAt.push(clock.monotonic());
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (answer instanceof Error) throw answer;
  if (answer === 'unchanged') return answer;
  if (answer !== undefined) return { bytes: typeof answer === 'string' ? Buffer.from(answer) : answer };
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(errorIn(signal.reason))));
};

beforeEach(() => {
  clock = new ManualClock();
  [answers, readAt, faults, views] = [[], [], [], []];
});
afterEach(() => run.close());

async function started(answer: Answer[], more: object = {}): Promise<void> {
  answers = answer;
  const from = { kind: 'http', url: 'http://data.example/', every: 1_000 };
  run = new SourceRun(Source.parse({ id: 's', name: 'Scores', from, ...more }), {
    clock,
    reader: { read, close: () => void readAt.push(NaN) },
    random: () => 0,
    fault: (thrown) => `Fault ${faults.push(thrown)}.`,
    changed: () => void views.push(run.view),
  });
  await settled();
}
const start = Date.UTC(2026, 0, 1, 20, 0, 0);
const good = (rows: number, at: number) => ({
  id: 's',
  state: 'LIVE',
  at: start + at,
  error: '',
  note: '',
  rows,
  columns: ['a'],
});
const failed = new ReadingFailed('The address cannot be reached.');

describe('a source', () => {
  it('waits for its first text, and has its rows then', async () => {
    await started([]);
    expect(run.view).toEqual({ ...good(0, 0), state: 'WAITING', at: null, columns: [] });
    run.close();
    await started(['a\n1']);
    expect(run.view).toEqual(good(1, 0));
    expect(run.rows?.list).toEqual([{ a: '1' }]);
  });

  it('is read at its pace, however long a reading takes', async () => {
    await started(['a\n1']);
    await clock.pass(2_500);
    expect(readAt).toEqual([0, 1_000, 2_000]);
  });

  it('has the same rows when the same text comes again, and a new age', async () => {
    await started(['a\n1']);
    const { rows } = run;
    await clock.pass(1_000);
    expect(run.rows).toBe(rows);
    expect(run.view).toEqual(good(1, 1_000));
    answers = ['unchanged'];
    await clock.pass(1_000);
    expect(run.rows).toBe(rows);
    expect(run.view).toEqual(good(1, 2_000));
  });

  it.each([
    ['cannot be read', failed, failed.message],
    ['is not what it should be', 'a\n1,2', texts.data.wrongColumns(2, 2, 1)],
    ['is wrongly encoded', Buffer.from('a\n\xff', 'latin1'), /^Byte 3, in line 2, is no UTF-8/],
    ['is a web page', '<html></html>', texts.data.webPage],
    ['is empty', '', texts.data.empty],
    ['has no rows any more', 'a\n', texts.data.noRowsNow],
    ['has empty rows only', '[{},null]', texts.data.noRowsNow],
  ])('that %s is broken, keeps its last rows, and recovers', async (_, answer, error) => {
    await started(['a\n1']);
    const { rows } = run;
    answers = [answer];
    await clock.pass(1_000);
    expect(run.view).toEqual({ ...good(1, 0), state: 'BROKEN', error: expect.stringMatching(error) });
    expect(run.rows).toBe(rows);
    answers = ['a\n1'];
    await clock.pass(2_000);
    expect(run.view).toEqual(good(1, answer === failed ? 3_000 : 2_000 + 1_000));
  });

  it('may have no rows at first', async () => {
    await started(['a\n']);
    expect(run.view).toEqual(good(0, 0));
  });

  it('stays broken when its wrong text is said to be unchanged', async () => {
    await started(['a\n1', 'a\n1,2', 'unchanged']);
    await clock.pass(2_500);
    expect(run.view).toEqual({
      ...good(1, 0),
      state: 'BROKEN',
      error: texts.data.wrongColumns(2, 2, 1),
    });
  });

  it('is live again when its good text is said to be unchanged', async () => {
    await started(['a\n1', failed, 'unchanged']);
    await clock.pass(1_000);
    expect(run.view.state).toBe('BROKEN');
    await clock.pass(2_000);
    expect(run.view).toEqual(good(1, 3_000));
  });

  it('that was only late with a mistake of the program says so, and is tried again', async () => {
    await started([new TypeError('x is not a function'), 'a\n1']);
    expect(run.view).toMatchObject({ state: 'BROKEN', error: 'Fault 1.' });
    await clock.pass(2_000);
    expect(run.view).toEqual(good(1, 2_000));
  });
});

describe('what fails', () => {
  it('is tried again later and later, up to a minute', async () => {
    await started([failed]);
    await clock.pass(182_000);
    expect(readAt.map((at, index) => at - (readAt[index - 1] ?? 0))).toEqual([
      0, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
    ]);
  });

  it('begins anew after a reading that did not fail', async () => {
    await started([failed, failed, 'a\n1', failed]);
    await clock.pass(9_000);
    expect(readAt).toEqual([0, 2_000, 6_000, 7_000, 9_000]);
  });

  it('is tried again when it asked for that, within an hour, and never faster than its pace', async () => {
    await started([new ReadingFailed('Too many.', 90_000), new ReadingFailed('Now!', 0), new ReadingFailed('', 1e9)]);
    await clock.pass(91_000 + 3_600_000);
    expect(readAt).toEqual([0, 90_000, 91_000, 91_000 + 3_600_000]);
  });
});

describe('a source that is late', () => {
  it('is stale after its time, and live with the next text', async () => {
    await started(['a\n1'], { staleAfter: 5_000, from: { kind: 'push' } });
    answers = [];
    views = [];
    await clock.pass(50 + 4_949);
    expect(run.view.state).toBe('LIVE');
    await clock.pass(1);
    expect(run.view).toEqual({ ...good(1, 0), state: 'STALE' });
    expect(views.map(({ state }) => state)).toEqual(['STALE']);
  });

  it('counts the time that the machine slept', async () => {
    await started(['a\n1'], { staleAfter: 5_000 });
    answers = [];
    clock.sleep(5_000);
    await clock.pass(5_000);
    expect(run.view.state).toBe('STALE');
  });

  it('stays live as long as it says that nothing changed', async () => {
    await started(['a\n1', 'unchanged'], { staleAfter: 1_500 });
    await clock.pass(10_000);
    expect(new Set(views.map(({ state }) => state))).toEqual(new Set(['LIVE']));
  });
});

it('that is closed is not read any more, and says nothing', async () => {
  await started(['a\n1']);
  run.close();
  views = [];
  await clock.pass(60_000);
  expect(readAt).toEqual([0, NaN]);
  expect(views).toEqual([]);
});
