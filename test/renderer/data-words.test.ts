import { texts as deskTexts } from '../../contract/texts/texts.ts';
import { texts } from '../../renderer/texts/texts.ts';
import { expect, it } from 'vitest';
import type { ShownSource } from '../../contract/desk-api/data-link.ts';
import type { Field } from '../../contract/model/field.ts';
import {
  replacedByData,
  rowAsTyped,
  rowText,
  sourceText,
  staleText,
  typedRow,
} from '../../renderer/data/data-words.ts';

it.each([
  ['3', '', { index: 2 }],
  [' #3 ', '', { index: 2 }],
  ['0', '', undefined],
  ['', '', undefined],
  ['Ada', '', undefined],
  ['3', 'number', { key: '3' }],
  ['#3', 'number', { index: 2 }],
  ['Ada L.', 'name', { key: 'Ada L.' }],
  ['  ', 'name', undefined],
])('reads the row %j of a source with the key %j', (text, key, row) => {
  expect(typedRow(text, { key })).toEqual(row);
  if (row) expect(typedRow(rowAsTyped(row, { key }), { key })).toEqual(row);
});

it('says which source is late or broken, and why', () => {
  const view: ShownSource = { id: 's', state: 'STALE', error: '', note: '', rows: 3, columns: [] };
  expect([
    staleText('Squad', view),
    staleText('Squad', { ...view, state: 'BROKEN', error: 'squad.csv is missing.' }),
  ]).toEqual(['Squad: STALE', 'Squad: squad.csv is missing.']);
});

it('says where a link is', () => {
  expect([
    rowText({ row: { index: 1 }, place: 1 }, 30),
    rowText({ row: { key: 'Ada' }, place: 4 }, 30),
    rowText({ row: { key: 'Ada' }, place: null }, 30),
    rowText({ row: { index: 0 }, place: 0 }, 0),
    rowAsTyped(undefined, { key: '' }),
  ]).toEqual(['2 of 30', '5 of 30', '“Ada”, not among 30 rows', '1 of ?', '']);
});

it('names the words that the data would replace, as many as fit', () => {
  const fields = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id, type: 'text' }) as Field);
  const view = {
    fields: { a: { value: 'Bob' }, b: { value: 'same' }, c: { problem: deskTexts.data.formatGivesNothing } },
  };
  const present = { a: 'Ada Lovelace', b: 'same', c: 'Old', d: 'Old' };
  expect([
    replacedByData(view, fields, present),
    replacedByData({ fields: { b: { value: 'same' } } }, fields, present),
    replacedByData(view, fields, undefined),
    replacedByData({ fields: Object.fromEntries(fields.map(({ id }) => [id, { value: 'New' }])) }, fields, present),
  ]).toEqual(['"Ada Lovelace", "Old"', '', '', texts.common.namesAndMore('"Ada Lovelace", "same"', 2)]);
});

it('says how it stands with a source', () => {
  const view: ShownSource = { id: 's', state: 'LIVE', error: '', note: '', rows: 1, columns: [] };
  expect([
    sourceText(view, 3_200),
    sourceText({ ...view, rows: 12, error: deskTexts.data.empty }, 70_000),
    sourceText(undefined, undefined),
  ]).toEqual(['1 row, read 3.2 s ago', 'The text is empty. 12 rows, read 1 min 10 s ago', texts.data.nothingRead]);
});
