import { expect, it } from 'vitest';
import { keyPresets } from '../../renderer/keys/key-presets.ts';

it('keys as in another program take nothing out at a touch', () => {
  const panics = keyPresets.flatMap(({ keys }) => keys).filter(({ action }) => action.do === 'panic');
  expect(panics.map(({ guard }) => guard?.kind)).toEqual(panics.map(() => 'hold'));
  expect(panics.length).toBeGreaterThan(0);
  const ends = keyPresets.flatMap(({ keys }) => keys).filter(({ action }) => action.do === 'endFired');
  expect(ends.map(({ key, guard }) => [key, guard?.kind])).toEqual([['F1', 'arm']]);
});
