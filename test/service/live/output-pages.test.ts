import { beforeEach, describe, expect, it } from 'vitest';
import type { PageReport, PageRole } from '../../../contract/service-api/output-page.ts';
import { OutputPages } from '../../../service/live/output-pages.ts';

let dropped: [PageRole, number][];
let pages: OutputPages<string>;
beforeEach(() => {
  dropped = [];
  pages = new OutputPages((...what) => void dropped.push(what));
});

const report: PageReport = {
  type: 'report',
  role: 'output',
  width: 1920,
  height: 1080,
  frameRate: 50,
  dropped: 0,
  revision: 7,
  missing: [],
};
const told = (but: Partial<PageReport> = {}): string => JSON.stringify({ ...report, ...but });
const known = ({ type, ...page }: PageReport): Omit<PageReport, 'type'> & { output: string } => (
  void type,
  { ...page, output: '1' }
);

describe('a page', () => {
  it('is known from its first report on, as it tells of itself', () => {
    pages.open('a', '1', 1_000);
    pages.open('b', '1', 2_000);
    expect(pages.alive(2_000)).toEqual([]);
    expect(pages.take('b', told({ role: 'monitor', dropped: 3 }), 3_000)).toBeUndefined();
    expect(pages.alive(3_000)).toEqual([
      { ...known(report), role: 'monitor', dropped: 3, id: 2, since: 2_000, reported: 3_000 },
    ]);
  });

  it('leaves at once, and one that comes later is another one', () => {
    pages.open('a', '1', 0);
    pages.take('a', told(), 0);
    pages.leave('a');
    expect(pages.alive(0)).toEqual([]);
    pages.open('a', '1', 10);
    pages.take('a', told(), 10);
    expect(pages.alive(10).map(({ id, since }) => [id, since])).toEqual([[2, 10]]);
  });

  it('that is silent for three reports does not live, until it says something again', () => {
    pages.open('a', '1', 0);
    pages.take('a', told(), 1_000);
    expect([pages.alive(6_999).length, pages.alive(7_000).length]).toEqual([1, 0]);
    pages.take('a', told(), 9_000);
    expect(pages.alive(9_000).length).toBe(1);
  });

  it('has the frames counted that it dropped, also after it was loaded anew', () => {
    pages.open('a', '1', 0);
    for (const count of [4, 4, 6]) pages.take('a', told({ dropped: count }), 0);
    pages.leave('a');
    pages.open('a', '1', 0);
    pages.take('a', told({ role: 'monitor', dropped: 1 }), 0);
    expect(dropped).toEqual([
      ['output', 4],
      ['output', 2],
      ['monitor', 1],
    ]);
  });
});

describe('a report', () => {
  it.each([
    ['no JSON', '{'],
    ['something else', JSON.stringify({ type: 'hello' })],
    ['nothing', ''],
    ['of a role that does not exist', told({ role: 'spy' as PageRole })],
    ['of a size that no screen has', told({ width: 70_000 })],
    ['of too much that is missing', told({ missing: Array(11).fill({ source: 'a', reason: 'b' }) })],
  ])('that is %s is refused', (_, text) => {
    pages.open('a', '1', 0);
    expect(pages.take('a', text, 0)).toEqual({ code: 4400, reason: 'This is not a report of a page.' });
    expect(pages.alive(0)).toEqual([]);
  });

  it('of who draws nothing is refused', () => {
    expect(pages.take('nobody', told(), 0)).toEqual({
      code: 4400,
      reason: 'Only a page that draws the picture reports here.',
    });
  });

  it('may come ten times a second, and not more often', () => {
    pages.open('a', '1', 0);
    const answers = Array.from({ length: 11 }, () => pages.take('a', told(), 500));
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(undefined));
    expect(answers[10]).toEqual({ code: 4420, reason: 'This page reports more than 10 times a second.' });
  });

  it('may come ten times in the next second, too', () => {
    pages.open('a', '1', 0);
    const answers = [0, 1_000, 2_000].flatMap((at) => Array.from({ length: 10 }, () => pages.take('a', told(), at)));
    expect(answers).toEqual(Array(30).fill(undefined));
  });
});

describe('news of pages', () => {
  const ids = (now: number): number[] | undefined => pages.changed(now)?.map(({ id }) => id);

  it('are told when something changed, twice a second at most', () => {
    pages.open('a', '1', 0);
    expect(pages.changed(0)).toBeUndefined();
    pages.take('a', told(), 100);
    expect(ids(100)).toEqual([1]);
    pages.open('b', '1', 200);
    pages.take('b', told(), 200);
    expect([ids(200), ids(599), ids(600), ids(1_200)]).toEqual([undefined, undefined, [1, 2], undefined]);
    pages.leave('a');
    expect(ids(1_200)).toEqual([2]);
  });

  it('tell of a page that fell silent', () => {
    pages.open('a', '1', 0);
    pages.take('a', told(), 0);
    expect([ids(0), ids(5_999), ids(6_000), ids(9_000)]).toEqual([[1], undefined, [], undefined]);
  });
});
