import { expect, it } from 'vitest';
import { addressOf } from '../../contract/model/address.ts';
import type { ModelItem } from '../../contract/model/control.ts';
import { onAirAfterPut } from '../../renderer/workshop/state/on-air-after-put.ts';
import { contentOf } from '../../scene/content/content.ts';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import { flatShow, ids, smallShow } from '../kit/service/small-show.ts';

const modelOf = (sub: SubComposition): ModelItem =>
  ({ ...sub, id: addressOf('own', sub.id), subcompositions: sub.subcompositions.map(modelOf) }) as unknown as ModelItem;

/** What becomes of graphics that are In when `next` comes in place of `before`. `seen`: those that viewers see now. */
function afterPut(before: Composition, next: Composition, { inside, seen }: { inside: string[]; seen: string[] }) {
  const desk = {
    own: { key: 'own' },
    model: [modelOf(before.root)],
    confirmedOnAir: (id: string) => seen.some((one) => addressOf('own', one) === id),
    sub: (id: string) => ({ state: inside.some((one) => addressOf('own', one) === id) ? 'In' : 'Out1' }),
  };
  return onAirAfterPut(desk as never, contentOf(next), { output: undefined, loaded: [contentOf(before)] });
}

it('a hidden graphic that the new version has outside comes on air', () => {
  const after = afterPut(smallShow, flatShow, { inside: [ids.home], seen: [] });
  expect(after).toMatchObject({ come: ['Home'], go: [], stay: [], change: [] });
});

it('a graphic that the new version has inside of one that is Out goes off air', () => {
  const after = afterPut(flatShow, smallShow, { inside: [ids.home], seen: [ids.home] });
  expect(after).toMatchObject({ come: [], go: ['Home'], stay: [], change: [] });
});

it('a graphic that stays in its place stays on air', () => {
  const after = afterPut(smallShow, smallShow, { inside: [ids.title, ids.home], seen: [ids.title] });
  expect(after).toMatchObject({ come: [], go: [], stay: ['Title'], change: [] });
});
