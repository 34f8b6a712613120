import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { moverId } from '../kit/service/line-show.ts';
import { type House, type OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { recordedVideo } from '../kit/picture/recorded-video.ts';
import {
  box,
  colorNames,
  colors,
  drawing,
  set,
  type SmallScene,
  take,
  withScene,
} from '../kit/picture/scene-on-air.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const withShow = (
  fields: SmallScene['fields'],
  elements: SceneElement[],
  play: (stage: OnAirStage) => Promise<void>,
): Promise<void> => withScene(house, { fields, elements }, play);

const frame = { x: 100, y: 100, width: 200, height: 100 };

describe('a box', () => {
  it('has round corners, a border and a shadow', () =>
    withShow(
      [['radius', 'number', '0']],
      [
        {
          kind: 'box',
          id: 'box',
          frame,
          fill: '#f00',
          radius: { field: 'radius' },
          border: { width: 10, color: '#00f' },
          shadow: { x: 40, y: 40, blur: 0, color: '#0f0' },
        },
      ],
      async (stage) => {
        await take(stage, 'In');
        const look = (): Promise<string[]> => colors(stage, [101, 101], [105, 150], [150, 150], [320, 220], [338, 238]);
        expect(await look()).toEqual(['blue', 'blue', 'red', 'green', 'green']);
        await set(stage, { radius: '40' });
        expect(await look()).toEqual(['-', 'blue', 'red', 'green', '-']);
      },
    ));
});

describe('an image', () => {
  it('has round corners, which follow their field', () =>
    withShow(
      [['radius', 'number', '0']],
      [
        {
          kind: 'image',
          id: 'image',
          frame,
          source: drawing('#f00', 2),
          fit: 'cover',
          radius: { field: 'radius' },
        },
      ],
      async (stage) => {
        await take(stage, 'In');
        const look = (): Promise<string[]> => colors(stage, [101, 101], [150, 150], [299, 199]);
        await expect.poll(look).toEqual(['red', 'red', 'red']);
        await set(stage, { radius: '40' });
        expect(await look()).toEqual(['-', 'red', '-']);
      },
    ));
});

describe('what is hidden, clear or turned', () => {
  it('follows its fields, with all that it holds', () =>
    withShow(
      [
        ['on', 'checkbox', true],
        ['share', 'number', '1'],
        ['turn', 'number', '0'],
      ],
      [
        {
          kind: 'group',
          id: 'group',
          frame,
          visible: { field: 'on' },
          opacity: { field: 'share' },
          rotate: { field: 'turn' },
          elements: [box('inner', { x: 0, y: 0, width: 200, height: 100 }, '#f00')],
        },
      ],
      async (stage) => {
        await take(stage, 'In');
        const look = (): Promise<string[]> => colors(stage, [200, 150], [110, 150], [200, 60]);
        expect(await look()).toEqual(['red', 'red', '-']);
        await set(stage, { turn: '90' });
        expect(await look()).toEqual(['red', '-', 'red']);
        await set(stage, { on: false });
        expect(await look()).toEqual(['-', '-', '-']);
        await set(stage, { on: true, share: '0.5', turn: '0' });
        expect(await look()).toEqual(['255,0,0,128', '255,0,0,128', '-']);
      },
    ));
});

describe('a path', () => {
  it('is fitted into its frame, filled and stroked; data that is no path leaves the last good one', () =>
    withShow(
      [['shape', 'text', 'M0 0H20V10H0Z']],
      [
        {
          kind: 'path',
          id: 'path',
          frame,
          path: { field: 'shape' },
          box: { width: 20, height: 10 },
          fill: '#f00',
          stroke: { width: 2, color: '#00f' },
        },
      ],
      async (stage) => {
        await take(stage, 'In');
        const look = (): Promise<string[]> => colors(stage, [105, 150], [200, 150], [250, 150]);
        expect(await look()).toEqual(['blue', 'red', 'red']);
        await set(stage, { shape: 'M0 0H10V10H0Z' });
        expect(await look()).toEqual(['blue', 'blue', '-']);
        await set(stage, { shape: 'a circle' });
        expect(await look()).toEqual(['blue', 'blue', '-']);
        expect(stage.said).toEqual([expect.stringContaining('its data is not that of an SVG path')]);
      },
    ));
});

describe('a repeater', () => {
  const slow = { offset: { x: -100 }, delay: 0, duration: 8_000, easing: 'linear' } as const;
  const rows: SceneElement = {
    kind: 'repeater',
    id: 'rows',
    frame: { x: 100, y: 100, width: 400, height: 190 },
    items: { field: 'rows' },
    direction: 'down',
    cell: 60,
    gap: 5,
    elements: [
      {
        kind: 'text',
        id: 'row',
        frame: { x: 0, y: 0, width: 400, height: 60 },
        text: { expression: "index + 1 & ' of ' & count & ': ' & item.name & suffix" },
        size: 40,
        weight: 700,
        align: 'left',
        color: '#fff',
        in: slow,
      },
    ],
  };
  const fields: SmallScene['fields'] = [
    ['rows', 'json', '[{"name": "Ann"}]'],
    ['suffix', 'text', ''],
  ];
  const words = (stage: OnAirStage): Promise<(string | null)[]> =>
    stage.element(moverId, 'rows').locator('.words').allTextContents();
  const finish = (stage: OnAirStage): Promise<unknown> =>
    stage.page.waitForFunction(() => {
      const all = document.getAnimations();
      for (const animation of all) animation.finish();
      return all.length === 0;
    });

  it('draws a row for each member, as many as there is room for, and keeps the last good ones', () =>
    withShow(fields, [rows], async (stage) => {
      await take(stage, 'In');
      expect(await words(stage)).toEqual(['1 of 1: Ann']);
      await set(stage, { rows: JSON.stringify(['Ann', 'Ben', 'Cem', 'Dan'].map((name) => ({ name }))), suffix: '!' });
      expect(await words(stage)).toEqual(['1 of 3: Ann!', '2 of 3: Ben!', '3 of 3: Cem!']);
      await set(stage, { rows: 'not a list' });
      expect(await words(stage)).toEqual(['1 of 3: Ann!', '2 of 3: Ben!', '3 of 3: Cem!']);
      const tops = await stage
        .element(moverId, 'rows')
        .locator('[data-element=row]')
        .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
      expect(tops).toEqual([100, 165, 230]);
    }));

  it('lets a row that comes or goes on air do so by its own In, while the others stand still', () =>
    withShow(fields, [rows], async (stage) => {
      await take(stage, 'In');
      await set(stage, { rows: '[{"name": "Ann"}, {"name": "Ben"}]' });
      const moving = (): Promise<(string | null | undefined)[]> =>
        stage.page.evaluate(() =>
          document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target?.textContent),
        );
      expect(await moving()).toEqual(['2 of 2: Ben']);
      await finish(stage);
      await set(stage, { rows: '[{"name": "Ann"}]' });
      expect([await words(stage), await moving()]).toEqual([['1 of 1: Ann', '2 of 2: Ben'], ['2 of 2: Ben']]);
      await stage.page.evaluate(() => document.getAnimations().forEach((going) => (going.currentTime = 4_000)));
      await set(stage, { rows: '[{"name": "Ann"}, {"name": "Eve"}]' });
      expect([await words(stage), await moving()]).toEqual([['1 of 2: Ann', '2 of 2: Eve'], ['2 of 2: Eve']]);
      await finish(stage);
      await set(stage, { rows: '[]' });
      await finish(stage);
      expect(await words(stage)).toEqual([]);
    }));

  it('waits for the pictures of rows that come, as for any other', () => {
    const crest: SceneElement = {
      kind: 'image',
      id: 'crest',
      frame: { x: 0, y: 0, width: 60, height: 60 },
      source: { expression: 'item' },
      fit: 'contain',
    };
    const crests: SceneElement = { ...rows, elements: [crest] };
    return withShow([['rows', 'json', '["/media/demo/northgate.svg"]']], [crests], async (stage) => {
      const shown = (): Promise<string[]> =>
        stage.page.evaluate(() => [...document.images].map(({ src }) => new URL(src).pathname));
      expect(await shown()).toEqual(['/media/demo/northgate.svg']);
      await take(stage, 'In');
      await set(stage, { rows: '["/media/demo/northgate.svg", "/media/demo/harbour-city.svg"]' });
      expect(await shown()).toEqual(['/media/demo/northgate.svg', '/media/demo/harbour-city.svg']);
    });
  });

  it('lets them be there at once where nobody sees them come', () =>
    withShow(fields, [rows], async (stage) => {
      await set(stage, { rows: '[{"name": "Ann"}, {"name": "Ben"}]' });
      await take(stage, 'In');
      expect([await words(stage), await stage.animationsBegun()]).toEqual([['1 of 2: Ann', '2 of 2: Ben'], 0]);
    }));
});

describe('a video', () => {
  const video: SceneElement = {
    kind: 'video',
    id: 'video',
    frame,
    source: { field: 'clip' },
    fit: 'cover',
    repeat: true,
  };
  const fields: SmallScene['fields'] = [['clip', 'text', '']];
  const state = (stage: OnAirStage): Promise<{ muted: boolean; paused: boolean }[]> =>
    stage.page
      .locator('video')
      .evaluateAll((nodes) => (nodes as HTMLVideoElement[]).map(({ muted, paused }) => ({ muted, paused })));

  it('begins when it comes In, silent, and is changed when the next one can be shown; a lost one leaves the last', () =>
    withShow(fields, [video], async (stage) => {
      const [red, green] = [await recordedVideo(stage.page, '#f00'), await recordedVideo(stage.page, '#0f0')];
      await set(stage, { clip: red });
      await expect.poll(() => state(stage)).toEqual([{ muted: true, paused: true }]);
      await take(stage, 'In');
      await expect.poll(() => state(stage)).toEqual([{ muted: true, paused: false }]);
      const color = async (): Promise<string> => {
        const [found = ''] = await colors(stage, [200, 150]);
        const [r = 0, g = 0] = found.split(',').map(Number);
        return colorNames[found] ?? (r > g ? 'red' : 'green');
      };
      await expect.poll(color).toBe('red');
      await set(stage, { clip: green });
      await expect.poll(color).toBe('green');
      await take(stage, 'Out1');
      await expect.poll(() => state(stage)).toEqual([{ muted: true, paused: true }]);
      await set(stage, { clip: 'data:video/webm,nothing' });
      await expect
        .poll(() => stage.said)
        .toEqual(['warning: on air: the video data:video/webm,nothing cannot be shown; the last one goes']);
      await expect.poll(() => state(stage)).toEqual([]);
    }));
});
