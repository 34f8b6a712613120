import { expect, it } from 'vitest';
import type { UpdateItem } from '../../../contract/model/control.ts';
import { inPieces, itemsOf } from '../../../service/domain/update-pieces.ts';
import { ids } from '../../kit/service/small-show.ts';

const numbered = <One>(count: number, one: (n: number) => One): One[] =>
  Array.from({ length: count }, (_, n) => one(n));
const goals = (n: number): UpdateItem => ({ subCompositionId: ids.home, payload: { goals: n } });
const fields = (count: number): UpdateItem => ({
  subCompositionId: ids.home,
  payload: Object.fromEntries(numbered(count, (n) => [`field${n}`, n])),
});
const long = (characters: number): UpdateItem => ({
  subCompositionId: ids.title,
  payload: { rows: 'x'.repeat(characters) },
});

it.each([
  ['many items', 1_000, goals, [125, 125, 125, 125, 125, 125, 125, 125]],
  ['items that are nothing', 600, () => ({}), [250, 250, 100]],
  ['items of many fields', 4, () => fields(200), [2, 2]],
  ['items of more fields than a piece has', 3, () => fields(300), [1, 1, 1]],
  ['long texts', 6, () => long(100_000), [3, 3]],
  ['texts that are longer than a piece', 3, () => long(300_000), [1, 1, 1]],
  ['no items', 0, goals, []],
])('%s come in short pieces', (_, count, item, expected) => {
  const pieces = inPieces(numbered(count, item), false);
  expect(pieces.map(({ text }) => (JSON.parse(text) as unknown[]).length)).toEqual(expected);
});

it('the pieces have every item in order, and each is read when its turn comes', () => {
  const pieces = inPieces(numbered(300, goals), false);
  const reading = itemsOf(pieces);
  expect(reading.next().value).toEqual(numbered(125, goals));
  expect([...reading].flat()).toEqual(numbered(300, goals).slice(125));
});
