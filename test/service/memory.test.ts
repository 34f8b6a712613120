import { expect, it } from 'vitest';
import { figureLine } from '../../bench/service/figure.ts';
import { figuresOf, growth, underLoad } from '../../bench/service/load.ts';
import { runs } from '../kit/runs.ts';

/** Ten minutes at a thousand a second. */
const updates = runs(600_000);

it(`the memory of a service with fifty readers does not grow over ${updates} updates, a thousand a second`, async () => {
  const load = await underLoad(updates);
  console.log(figuresOf(load).map(figureLine).join('\n'));
  expect(growth(load.held)).toBeLessThan(1.05);
  expect(Math.max(...load.held)).toBeLessThan(165);
});
