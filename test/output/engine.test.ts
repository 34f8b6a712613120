import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineOf } from '../../output/page/engine.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { demo, eveningNews } from '../kit/service/demo-show.ts';

const { lowerThird } = demo;

describe('the engine of a page', () => {
  const chromium = (version: string, more = ''): string =>
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36${more}`;

  it.each([
    [chromium('92.0.4515.159'), { name: 'Chromium 92', tooOld: true }],
    [chromium('99.0.4844.84'), { name: 'Chromium 99', tooOld: true }],
    [chromium('100.0.4896.60'), { name: 'Chromium 100', tooOld: false }],
    [chromium('103.0.5060.134', ' OBS/29.1.3'), { name: 'Chromium 103', tooOld: false }],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', { name: 'Firefox 128', tooOld: false }],
    [
      'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15',
      { name: 'AppleWebKit 605', tooOld: false },
    ],
    ['something', { name: 'An unknown engine', tooOld: false }],
  ])('is named, and too old or not: %s', (userAgent, engine) => {
    expect(engineOf(userAgent)).toEqual(engine);
  });
});

describe('a page on air', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  /** The page, loaded where each browser built-in of `lacks` is missing, such as `Object.hasOwn`. */
  async function openWithout(...lacks: string[]): Promise<OnAirStage> {
    const stage = await OnAirStage.open(house, eveningNews);
    await stage.page.addInitScript((lacks) => {
      for (const path of lacks) {
        const steps = path.split('.');
        const name = steps.pop() ?? '';
        const holder = steps.reduce<object>((at, step) => Reflect.get(at, step) as object, globalThis);
        Reflect.deleteProperty(holder, name);
      }
    }, lacks);
    await stage.page.reload();
    return stage;
  }

  it('whose engine is too old draws nothing, and says so', async () => {
    const stage = await openWithout('Object.hasOwn', 'Array.prototype.findLast');
    stage.stand.change({ id: lowerThird.id, state: 'In', action: 'jump' });
    await expect
      .poll(() => stage.stand.reports.at(-1))
      .toMatchObject({ revision: -1, engine: { name: expect.stringMatching(/^Chromium \d+$/), tooOld: true } });
    expect(await stage.page.locator('#stage > .show').count()).toBe(0);
    expect(stage.said).toEqual([]);
    await stage.close();
  });

  it('draws all with what Chromium 100 has, also a new version of its composition', async () => {
    const later = ['toReversed', 'toSorted', 'toSpliced', 'with'].map((name) => `Array.prototype.${name}`);
    const stage = await openWithout(...later, 'Object.groupBy', 'Map.groupBy', 'Promise.withResolvers', 'Iterator');
    await stage.shows(stage.stand.change({ id: lowerThird.id, state: 'In', action: 'jump' }));
    const [first, ...rest] = eveningNews.root.subcompositions;
    const root = { ...eveningNews.root, subcompositions: [...rest, { ...first!, name: 'Another' }] };
    await stage.shows(stage.stand.load({ ...eveningNews, root }));
    expect(stage.said).toEqual([]);
    await stage.close();
  });
});
