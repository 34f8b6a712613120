import { describe, expect, it } from 'vitest';
import { moveFor, visibleRows } from '../../renderer/tree/tree-moves.ts';
import { eveningNews, ids } from '../kit/service/evening-news.ts';

const { model } = eveningNews('http://127.0.0.1/onair');
const unfolded = (): boolean => false;
const scoreBugFolded = (id: string): boolean => id === ids.scoreBug;
const all = visibleRows(model, unfolded);
const at = (id: string): number => all.findIndex(({ node }) => node.id === id);
const move = (key: string, from: string): unknown => moveFor(key, { rows: all, at: at(from), isFolded: unfolded });

describe('the rows of the tree', () => {
  it('stand in the order of the show, and a folded branch hides what is in it', () => {
    const { root, lowerThird, ticker, scoreBug, home, away, clock, title } = ids;
    const shown = (isFolded: (id: string) => boolean): string[] =>
      visibleRows(model, isFolded).map(({ node }) => node.id);
    expect(shown(unfolded)).toEqual([root, lowerThird, ticker, scoreBug, home, away, clock, title]);
    expect(shown(scoreBugFolded)).toEqual([root, lowerThird, ticker, scoreBug, clock, title]);
  });
});

describe('keys in the tree', () => {
  it.each([
    ['ArrowDown', ids.ticker, { go: ids.scoreBug }],
    ['ArrowDown', ids.title, { go: ids.title }],
    ['ArrowUp', ids.clock, { go: ids.away }],
    ['ArrowUp', ids.root, { go: ids.root }],
    ['Home', ids.away, { go: ids.root }],
    ['End', ids.away, { go: ids.title }],
    ['ArrowRight', ids.scoreBug, { go: ids.home }],
    ['ArrowRight', ids.home, { go: ids.home }],
    ['ArrowLeft', ids.scoreBug, { fold: ids.scoreBug, folded: true }],
    ['ArrowLeft', ids.home, { go: ids.scoreBug }],
    ['Enter', ids.home, { edit: ids.home }],
    [' ', ids.home, { go: ids.home }],
    ['F2', ids.home, undefined],
  ])('%s on %s', (key, from, to) => {
    expect(move(key, from)).toEqual(to);
  });

  it('ArrowRight unfolds a folded branch, and ArrowLeft leaves it for its parent', () => {
    const rows = visibleRows(model, scoreBugFolded);
    const folded = { rows, at: 3, isFolded: scoreBugFolded };
    expect(moveFor('ArrowRight', folded)).toEqual({ fold: ids.scoreBug, folded: false });
    expect(moveFor('ArrowLeft', folded)).toEqual({ go: ids.root });
  });
});
