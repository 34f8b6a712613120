import { texts } from '../../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import type { RowChoice } from '../../../../contract/desk-api/source.ts';
import { usualDataLimits } from '../../../../desk/live-data/tables/data-limits.ts';
import { findCell, pageOf, hasNoData, rowsOf } from '../../../../desk/live-data/tables/rows.ts';
import { readText } from '../../../../desk/live-data/tables/read-text.ts';

const rows = (text: string, at: { rows?: string; key?: string } = {}) =>
  rowsOf(readText(text, 'auto', usualDataLimits), { rows: '', key: '', ...at }, { limits: usualDataLimits });
const json = (tree: unknown, at?: { rows?: string; key?: string }) => rows(JSON.stringify(tree), at);
const cell = (of: ReturnType<typeof rows>, row: RowChoice, path: string) => findCell(of, { row, path }, 20);

describe('the rows of a source', () => {
  it('are the entries of the list at their path', () => {
    const found = json({ data: { teams: [{ name: 'Red' }, { name: 'Blue', goals: 2 }] } }, { rows: 'data.teams' });
    expect(found.list).toEqual([{ name: 'Red' }, { name: 'Blue', goals: 2 }]);
    expect(found.columns).toEqual(['name', 'goals']);
  });

  it('are one row where there is no list, and values where the list has values', () => {
    expect(json({ clock: '12:00' })).toMatchObject({ list: [{ clock: '12:00' }], columns: ['clock'] });
    expect(rows('<a><b c="1"/></a>', { rows: 'a.b' })).toMatchObject({ list: [{ '@c': '1' }] });
    expect(cell(json(['x', 'y']), { index: 1 }, '')).toEqual({ value: 'y' });
  });

  it('are the members of an object where the path ends with a star', () => {
    const found = json({ teams: { red: { goals: 1 }, blue: { goals: 2 } } }, { rows: 'teams.*', key: '#name' });
    expect(found.list).toEqual([
      { '#name': 'red', goals: 1 },
      { '#name': 'blue', goals: 2 },
    ]);
    expect(cell(found, { key: 'blue' }, 'goals')).toEqual({ value: 2 });
    expect(json({ red: 1, blue: 2 }, { rows: '*' }).columns).toEqual(['#name', 'value']);
    expect(() => json([1], { rows: '*' })).toThrow(texts.data.noPath('*', 'no names'));
  });

  it('are missed by name', () => {
    expect(() => json({ data: [], meta: 1 }, { rows: 'teams' })).toThrow(texts.data.noPath('teams', 'data, meta'));
    expect(() => json([1], { rows: 'length' })).toThrow(texts.data.noPath('length', 'no names'));
  });

  it('may have too many, or too many cells', () => {
    const limits = { ...usualDataLimits, rows: 2, columns: 2 };
    const read = (tree: never[] | object[]) => () =>
      rowsOf({ tree: tree as never[] }, { rows: '', key: '' }, { limits });
    expect(read([{}, {}, {}])).toThrow(texts.data.tooManyRows(2));
    expect(read([{ a: 1, b: 1 }, { c: 1 }])).toThrow(texts.data.tooManyCells(2));
  });

  it.each(['[]', '[{}]', '[null, ""]', '{"a":[]}', 'name,goals\n', '<a/>'])('have no data in %s', (text) => {
    expect(hasNoData(rows(text))).toBe(true);
  });

  it.each(['[0]', '[false]', 'name\nRed'])('have data in %s', (text) => {
    expect(hasNoData(rows(text))).toBe(false);
  });
});

describe('a cell', () => {
  it('of XML has one path, whether its element is plain, has attributes or comes again', () => {
    const plain = '<title>One</title>';
    const all = [plain, '<title type="html">One</title>', `${plain}<title>Two</title>`];
    const feed = rows(`<feed>${all.map((title) => `<entry>${title}</entry>`).join('')}</feed>`, { rows: 'feed.entry' });
    for (const index of [0, 1, 2]) expect(cell(feed, { index }, 'title[0]')).toEqual({ value: 'One' });
    for (const index of [0, 1]) expect(cell(feed, { index }, 'title')).toEqual({ value: 'One' });
  });

  const match = json({
    team: { home: { name: 'Red' } },
    players: [{ name: 'A' }, { name: 'B' }],
    'score.home': 2,
    none: null,
    long: 'x'.repeat(21),
    id: 2 ** 60,
    open: false,
  });
  it.each([
    ['team.home.name', { value: 'Red' }],
    ['players[1].name', { value: 'B' }],
    ['players.0.name', { value: 'A' }],
    ['score.home', { value: 2 }],
    ['score\\.home', { value: 2 }],
    ['open', { value: false }],
    ['team.away.name', { problem: 'team.away.name is not there in row 1.' }],
    ['players[2].name', { problem: 'players[2].name is not there in row 1.' }],
    ['players.length', { problem: 'players.length is not there in row 1.' }],
    ['constructor.name', { problem: 'constructor.name is not there in row 1.' }],
    ['__proto__', { problem: '__proto__ is not there in row 1.' }],
    ['toString', { problem: 'toString is not there in row 1.' }],
    ['players[', { problem: 'players[ is not there in row 1.' }],
    ['none', { problem: 'none has no value (null) in row 1.', absent: true }],
    ['team', { problem: 'team is an object in row 1.' }],
    ['players', { problem: 'players is a list in row 1.' }],
    ['', { problem: 'The row is an object in row 1.' }],
    ['long', { problem: 'long is longer than 20 characters in row 1.' }],
    ['id', { problem: 'id is a number too large to be exact in row 1.' }],
  ])('at %s', (path, read) => {
    expect(cell(match, { index: 0 }, path)).toEqual(read);
  });

  it('of a row that is not there says how many there are', () => {
    expect(cell(match, { index: 11 }, 'open')).toEqual({ problem: texts.data.noRow('row 12', '1 row') });
  });
});

describe('a key', () => {
  it('names a row, as a text or as a number', () => {
    const found = json([{ no: 7, name: 'A' }, { no: '9', name: 'B' }, { name: 'C' }], { key: 'no' });
    expect(found.note).toBe('');
    expect(cell(found, { key: '7' }, 'name')).toEqual({ value: 'A' });
    expect(cell(found, { key: '9' }, 'name')).toEqual({ value: 'B' });
    expect(cell(found, { key: '' }, 'name')).toEqual({
      problem: texts.data.noRow('row with the key ', '3 rows'),
    });
  });

  it('that two rows share names neither, and is noted', () => {
    const found = rows('no,name\n7,A\n8,B\n7,C', { key: 'no' });
    const problem = texts.data.sharedKey(1, 3, '7');
    expect(found.note).toBe(problem);
    expect(cell(found, { key: '7' }, 'name')).toEqual({ problem });
    expect(cell(found, { key: '8' }, 'name')).toEqual({ value: 'B' });
  });

  it('that no row has is noted', () => {
    expect(rows('no,name\n7,A', { key: 'nr' }).note).toBe(texts.data.noKey('nr'));
  });
});

describe('a page of rows', () => {
  it('has the cells in the order of the columns', () => {
    const found = json([{ a: 1 }, { a: 'x', b: { c: true } }, { b: { c: null } }]);
    expect(pageOf(found, { source: 's', from: 1, count: 2 })).toEqual({
      from: 1,
      total: 3,
      columns: ['a', 'b.c'],
      rows: [
        ['x', true],
        [null, null],
      ],
    });
  });

  it('is limited in its size, and always has a row', () => {
    const found = json(Array.from({ length: 50 }, () => Array.from({ length: 100 }, () => 'x'.repeat(5_000))));
    const page = pageOf(found, { source: 's', from: 0, count: 50 });
    expect(page.rows).toHaveLength(10);
    expect(page.rows[0]?.[0]).toHaveLength(1_000);
  });
});
