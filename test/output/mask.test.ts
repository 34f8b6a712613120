import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ElementOf } from '../../scene/schema/scene.ts';
import { type House, type OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { box, colors, drawing, set, take, withScene } from '../kit/picture/scene-on-air.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const frame = { x: 100, y: 100, width: 200, height: 100 };
const masked = (shape: ElementOf<'mask'>['shape']): ElementOf<'mask'> => ({
  kind: 'mask',
  id: 'mask',
  frame,
  shape,
  elements: [box('wide', { x: -50, y: -50, width: 400, height: 300 }, '#f00')],
});
const [leftHalf, whole] = [drawing('#000', 1), drawing('#000', 2)];

/** Sampled at a corner, in the left half, in the right half, and outside on the left. */
const look = (stage: OnAirStage): Promise<string[]> => colors(stage, [101, 101], [150, 150], [250, 150], [90, 150]);

describe('a mask', () => {
  it.each([
    ['round corners', { radius: 40 }, ['-', 'red', 'red', '-']],
    ['a path', { path: 'M0 0H100V100H0Z' }, ['red', 'red', '-', '-']],
    ['a picture', { image: leftHalf }, ['red', 'red', '-', '-']],
  ] as const)('shows what it holds only inside of %s', (_, shape, expected) =>
    withScene(house, { fields: [], elements: [masked(shape)] }, async (stage) => {
      await take(stage, 'In');
      expect(await look(stage)).toEqual(expected);
    }),
  );

  it.each([
    ['radius', 'number', { radius: { field: 'shape' } }, '0', '40', ['red', '-']],
    ['path', 'text', { path: { field: 'shape' } }, 'M0 0H200V100H0Z', 'M10 10H200V100H10Z', ['red', '-']],
    ['image', 'image', { image: { field: 'shape' } }, whole, '', ['red', '-']],
  ] as const)('follows the field of its %s', (_, type, shape, first, then, expected) =>
    withScene(house, { fields: [['shape', type, first]], elements: [masked(shape)] }, async (stage) => {
      await take(stage, 'In');
      const [before] = await look(stage);
      await set(stage, { shape: then });
      const [after] = await look(stage);
      expect([before, after]).toEqual(expected);
    }),
  );

  it('whose shape is no path is left out, and nothing else is', () =>
    withScene(
      house,
      { fields: [], elements: [masked({ path: 'circle' }), box('other', frame, '#00f')] },
      async (stage) => {
        await take(stage, 'In');
        expect(await colors(stage, [150, 150], [90, 150])).toEqual(['blue', '-']);
        expect(stage.said).toEqual([
          expect.stringContaining(
            '"mask" of "Sub 01" cannot be drawn: Error: its shape is not the data of an SVG path',
          ),
        ]);
      },
    ));
});

describe('the picture of a mask', () => {
  const bound = masked({ image: { field: 'shape' } });
  /** What the page told last that it misses; time has to pass between two reports. */
  const missing = async (stage: OnAirStage): Promise<unknown> => {
    await stage.pass(100);
    return stage.stand.reports.at(-1)?.missing;
  };

  it('that cannot be had leaves the last good one, is told to the service, and is taken when it comes', () =>
    withScene(house, { fields: [['shape', 'image', leftHalf]], elements: [bound] }, async (stage) => {
      await take(stage, 'In');
      await set(stage, { shape: '/media/demo/none.png' });
      const lost = { source: '/media/demo/none.png', reason: expect.any(String) as string };
      await expect.poll(() => missing(stage)).toEqual([lost]);
      expect(stage.said.filter((said) => said.startsWith('warning'))).toEqual([
        'warning: on air: the mask /media/demo/none.png cannot be shown; the last one stays',
      ]);
      expect(await look(stage)).toEqual(['red', 'red', '-', '-']);
      await set(stage, { shape: whole });
      expect(await look(stage)).toEqual(['red', 'red', 'red', '-']);
      await expect.poll(() => missing(stage)).toEqual([]);
    }));

  it('that cannot be had from the start shows nothing of what it covers, and is told to the service', () =>
    withScene(house, { fields: [['shape', 'image', '/media/demo/none.png']], elements: [bound] }, async (stage) => {
      await take(stage, 'In');
      expect(await look(stage)).toEqual(['-', '-', '-', '-']);
      await expect.poll(() => missing(stage)).toHaveLength(1);
    }));

  it('is there in the moment in which a change that brings it is in the picture', () =>
    withScene(house, { fields: [['shape', 'image', whole]], elements: [bound] }, async (stage) => {
      await stage.page.evaluate(() => {
        const masks: string[] = [];
        Object.assign(window, { masks });
        const mask = document.querySelector<HTMLElement>('[data-element=mask] .holder');
        const write = (): unknown => masks.push(mask?.style.getPropertyValue('-webkit-mask-image') ?? '');
        new MutationObserver(write).observe(document.documentElement, { attributeFilter: ['data-revision'] });
      });
      await set(stage, { shape: leftHalf });
      const masks = await stage.page.evaluate(() => (window as unknown as { masks: string[] }).masks);
      expect(masks).toEqual([`url(${JSON.stringify(leftHalf)})`]);
    }));

  it('is loaded once, and is what is shown', () =>
    withScene(house, { fields: [['shape', 'image', whole]], elements: [bound] }, async (stage) => {
      await take(stage, 'In');
      const asked: string[] = [];
      stage.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      // The browser tells of requests once it has heard of this, and the change goes another way.
      await stage.page.evaluate(() => undefined);
      await set(stage, { shape: '/media/demo/northgate.svg' });
      // A round crest in the middle.
      expect(await colors(stage, [200, 150], [110, 150])).toEqual(['red', '-']);
      expect(asked).toEqual(['/media/demo/northgate.svg']);
    }));
});
