import { expect, it } from 'vitest';
import { changedSubs } from '../../scene/content/changed-subs.ts';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';

const { root } = smallShow;
const [lowerThird, title, score] = root.subcompositions as [SubComposition, SubComposition, SubComposition];
const withSubs = (...subcompositions: SubComposition[]): Composition => ({
  ...smallShow,
  root: { ...root, subcompositions },
});
const changed = (after: Composition): string[] => [...changedSubs(smallShow, after)];
const added = { ...title, id: '7a1c2b51-6a3e-4d0f-9a53-0c3f1d1f6c01' };

it('names what is new, changed or inside it, and nothing else', () => {
  expect(changed(smallShow)).toEqual([]);
  expect(changed(withSubs(added, lowerThird, title))).toEqual([added.id]);
  expect(changed(withSubs(lowerThird, { ...title, logicLayer: null }, score))).toEqual([ids.title]);
  expect(changed(withSubs(lowerThird, title, { ...score, name: 'Result' }))).toEqual([ids.score, ids.home, ids.away]);
});

it('names what is drawn earlier or later', () => {
  expect(changed(withSubs(title, lowerThird, score))).toEqual([ids.title, ids.lowerThird]);
  const [home, away] = score.subcompositions as [SubComposition, SubComposition];
  expect(changed(withSubs(lowerThird, title, { ...score, subcompositions: [away, home] }))).toEqual([
    ids.away,
    ids.home,
  ]);
});

it('names everything after a change of the stage or of the root', () => {
  const all = [ids.root, ids.lowerThird, ids.title, ids.score, ids.home, ids.away];
  expect(changed({ ...smallShow, stage: { width: 1080, height: 1920 } })).toEqual(all);
  expect(changed({ ...smallShow, root: { ...root, name: 'Late Show' } })).toEqual(all);
});
