import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eveningNews } from '../../service/demo/evening-news.ts';
import { ticker } from '../../service/demo/ticker.ts';
import { type House, OnAirStage, openHouse } from '../kit/on-air-stage.ts';

let house: House;
let stage: OnAirStage;
beforeAll(async () => {
  house = await openHouse();
}, 60_000);
beforeEach(async () => {
  stage = await OnAirStage.open(house, eveningNews);
  await stage.shows(0);
});
afterEach(() => stage.close());
afterAll(() => house.close());

describe('a crawl', () => {
  const items = (): Promise<{ words: string; x: number }[]> =>
    stage
      .element(ticker.id, 'headlines')
      .locator('.item')
      .evaluateAll((nodes) => nodes.map((node) => ({ words: node.textContent, x: node.getBoundingClientRect().x })));

  it('fills its band from its start on, and stands still at speed 0', async () => {
    await stage.shows(
      stage.stand.change({ id: ticker.id, payload: { speed: '0', text: 'One\n\n Two ' }, state: 'In' }),
    );
    const band = await items();
    expect(band.slice(0, 3).map(({ words }) => words)).toEqual(['One', 'Two', 'One']);
    expect(band[0]?.x).toBe(96 + 268);
    expect(band.at(-1)?.x).toBeLessThanOrEqual(96 + 1728);
    expect(await items()).toEqual(band);
  });

  it('takes new text without moving what is seen, and shows it behind that', async () => {
    await stage.shows(stage.stand.change({ id: ticker.id, payload: { speed: '0' }, state: 'In' }));
    const before = await items();
    await stage.shows(stage.stand.change({ id: ticker.id, payload: { text: 'Breaking: the vote is won' } }));
    const after = await items();
    expect(after.slice(0, before.length)).toEqual(before);
    await stage.shows(stage.stand.change({ id: ticker.id, payload: { speed: '600' } }));
    await stage.page.waitForFunction(
      (id) =>
        document.querySelector(`[data-sub-composition="${id}"] .item`)?.textContent === 'Breaking: the vote is won',
      ticker.id,
      { timeout: 15_000 },
    );
  });

  it('moves steadily, and taking items off its left end moves nothing else', async () => {
    await stage.shows(
      stage.stand.change({ id: ticker.id, payload: { speed: '400', text: 'A\nBB\nCCC' }, state: 'In' }),
    );
    const worst = await stage.page.evaluate(async (id) => {
      const nodes = (): Element[] => [...document.querySelectorAll(`[data-sub-composition="${id}"] .item`)];
      const placed = (): Map<Element, number> => new Map(nodes().map((node) => [node, node.getBoundingClientRect().x]));
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      let [at, before] = [await frame(), placed()];
      let [jump, gone] = [0, 0];
      while (gone < 6) {
        const next = await frame();
        const now = placed();
        const expected = -0.4 * Math.min(next - at, 100);
        for (const [node, x] of now)
          if (before.has(node)) jump = Math.max(jump, Math.abs(x - (before.get(node) ?? 0) - expected));
        gone += [...before.keys()].filter((node) => !now.has(node)).length;
        [at, before] = [next, now];
      }
      return jump;
    }, ticker.id);
    expect(worst).toBeLessThan(1);
  });
});
