import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { moverId } from '../kit/service/line-show.ts';
import { holdDecoding, loadedAndPainted } from '../kit/picture/held-decoding.ts';
import { type House, openHouse } from '../kit/picture/on-air-stage.ts';
import { box, colors, drawing, take, withScene } from '../kit/picture/scene-on-air.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const frame = { x: 100, y: 100, width: 200, height: 100 };
const source = { field: 'picture' };
const image: SceneElement = { kind: 'image', id: 'image', frame, source, fit: 'cover' };
const update = { leave: { x: -10 }, enter: { x: 10 }, duration: 50, easing: 'linear' } as const;
const inside = [box('inside', { x: 0, y: 0, width: 200, height: 100 }, '#f00')];
const mask: SceneElement = { kind: 'mask', id: 'mask', frame, shape: { image: source }, elements: inside };

it.each([
  ['an image', image, drawing('#f00', 2), drawing('#0f0', 2), '-', 'green'],
  [
    'an image that changes places with the one before',
    { ...image, update },
    drawing('#f00', 2),
    drawing('#0f0', 2),
    '-',
    'green',
  ],
  ['the picture of a mask', mask, drawing('#000', 2), drawing('#000', 1), 'red', '-'],
] as const)('%s is shown when it is decoded, not when it is loaded', (_, element, first, next, meanwhile, then) =>
  withScene(house, { fields: [['picture', 'image', first]], elements: [element] }, async (stage) => {
    await take(stage, 'In');
    const right = async (): Promise<string | undefined> => (await colors(stage, [250, 150]))[0];
    expect(await right()).toBe('red');
    const letDecode = await holdDecoding(stage.page);
    const revision = stage.stand.change({ id: moverId, payload: { picture: next } });
    // The page waits a moment for pictures, and then goes on without.
    await stage.passUntil(revision);
    await loadedAndPainted(stage.page, next);
    await stage.pass(update.duration);
    await expect.poll(right).toBe(meanwhile);
    await letDecode();
    await expect.poll(right).toBe(then);
    expect(await stage.sub(moverId).isVisible()).toBe(true);
  }),
);

it.each([[[{ name: 'B' }, { picture: drawing('#0f0', 2) }]], [[{ picture: drawing('#0f0', 2) }, { name: 'B' }]]])(
  'an image that is ready is never blank, also where one request names its graphic twice: %#',
  (items) =>
    withScene(
      house,
      {
        fields: [
          ['picture', 'image', drawing('#f00', 2)],
          ['name', 'text', 'A'],
        ],
        elements: [{ ...image, visible: { expression: "name != ''" } }],
      },
      async (stage) => {
        await take(stage, 'In');
        await stage.page.waitForFunction(() => document.querySelectorAll('[data-element="image"] img').length === 1);
        await stage.page.evaluate(() => {
          const box = document.querySelector('[data-element="image"] .picture');
          const seen: number[] = [];
          Object.assign(window, { seen });
          if (!box) return;
          new MutationObserver(() => seen.push(box.querySelectorAll('img').length)).observe(box, { childList: true });
        });
        await stage.shows(stage.stand.change(...items.map((payload) => ({ id: moverId, payload }))));
        await stage.page.waitForFunction(() => (window as unknown as { seen: number[] }).seen.length > 0);
        expect(await stage.page.evaluate(() => (window as unknown as { seen: number[] }).seen)).toEqual([1]);
      },
    ),
);
