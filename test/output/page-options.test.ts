import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Composition } from '../../scene/schema/composition.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { pageOptions } from '../../output/page/page-options.ts';
import { composition, moverId, subComposition } from '../kit/service/line-show.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { colorAt } from '../kit/picture/pixels.ts';

const names = new Set(['green', 'rebeccapurple', 'inherit', 'transparent']);
const read = (search: string): { options: unknown; warnings: unknown[] } => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const options = pageOptions(search, (color) => names.has(color));
  const warnings = warn.mock.calls.flat();
  warn.mockRestore();
  return { options, warnings };
};
const plain = {
  role: 'output',
  aspect: undefined,
  background: undefined,
  layer: undefined,
  safe: false,
  only: undefined,
  backup: undefined,
};

describe('the address of the page', () => {
  it.each([
    ['', {}],
    ['?aspect=4:3', { aspect: 4 / 3 }],
    ['?aspect=2.39:1', { aspect: 2.39 }],
    ['?bgcolor=00ff00', { background: '#00ff00' }],
    ['?bgcolor=%2300ff0080', { background: '#00ff0080' }],
    ['?bgcolor=0f0', { background: '#0f0' }],
    ['?bgcolor=green', { background: 'green' }],
    ['?bgcolor=', {}],
    ['?layer=fill', { layer: 'fill' }],
    ['?layer=key&bgcolor=00ff00', { layer: 'key' }],
    ['?safe=1', { safe: true }],
    ['?monitor=1', { role: 'monitor' }],
    ['?preview=1&monitor=1', { role: 'preview' }],
    ['?preview=1&in=a,b', { role: 'preview', only: ['a', 'b'] }],
    [
      '?backup=http%3A%2F%2Fb%2Fonair%2Fx%3Faspect%3D16%3A9&aspect=4:3',
      { aspect: 4 / 3, backup: 'http://b/onair/x?aspect=4%3A3' },
    ],
    ['?unknown=1', {}],
  ])('"%s" is understood', (search, asked) => {
    expect(read(search)).toEqual({ options: { ...plain, ...asked }, warnings: [] });
  });

  it.each(['x', 'javascript:alert(1)'])('with the backup "%s" is warned of, and shows the main alone', (asked) => {
    expect(read(`?backup=${encodeURIComponent(asked)}`)).toEqual({
      options: plain,
      warnings: [`on air: backup "${asked}" is no address of a page; showing the main alone`],
    });
  });

  it.each(['', 'Key', 'alpha'])('with the layer "%s" is warned of, and shows the normal picture', (asked) => {
    expect(read(`?layer=${asked}`)).toEqual({
      options: plain,
      warnings: [`on air: layer "${asked}" is neither fill nor key; showing the normal picture`],
    });
  });

  it.each(['wide', '16:0', '0:9', '16', ''])('with the aspect "%s" is warned of, and changes nothing', (asked) => {
    expect(read(`?aspect=${asked}`)).toEqual({
      options: plain,
      warnings: [`on air: aspect "${asked}" is not of the form 16:9; showing the composition's own`],
    });
  });

  it.each(['12345', 'greenish', 'inherit', 'url(x)', '#gg0000'])(
    'with the background "%s" is warned of, and stays clear',
    (asked) => {
      expect(read(`?bgcolor=${encodeURIComponent(asked)}`)).toEqual({
        options: plain,
        warnings: [`on air: bgcolor "${asked}" is neither a hex color nor the name of one; the background stays clear`],
      });
    },
  );
});

describe('the page', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  const box = (id: string, x: number, pin?: SceneElement['pin']): SceneElement => ({
    kind: 'box',
    id,
    frame: { x, y: 980, width: 100, height: 60 },
    fill: '#f00',
    ...(pin && { pin }),
  });
  const pinned: Composition = composition(
    subComposition(
      moverId,
      [],
      [
        box('plain', 100),
        box('left', 40, { x: 'left', y: 'bottom' }),
        box('right', 1780, { x: 'right', y: 'top' }),
        box('wide', 40, { x: 'stretch' }),
      ],
    ),
  );

  async function shown(query: string, show: Composition, look: (stage: OnAirStage) => Promise<void>): Promise<void> {
    const stage = await OnAirStage.open(house, show, { query });
    try {
      await stage.shows(stage.stand.change({ id: moverId, state: 'In', action: 'jump' }));
      await look(stage);
    } finally {
      await stage.close();
    }
  }
  const frameOf = (stage: OnAirStage, element: string): Promise<number[]> =>
    stage.element(moverId, element).evaluate((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return [x, y, width, height].map((number) => Math.round(number * 100) / 100);
    });
  const framesOf = async (stage: OnAirStage): Promise<number[][]> => {
    return Promise.all(['plain', 'left', 'right', 'wide'].map((element) => frameOf(stage, element)));
  };

  it('keeps pinned elements to the edges of a picture of 4:3, and the others in the frame', () =>
    shown('aspect=4:3', pinned, async (stage) => {
      expect(await framesOf(stage)).toEqual([
        [240 + 75, 135 + 735, 75, 45],
        [240 + 30, 135 + 735 + 135, 75, 45],
        [240 + 1335, 735, 75, 45],
        [240 + 30, 135 + 735, 75, 45],
      ]);
    }));

  it('keeps them to the sides of a wider picture, and stretches what is pinned to both', () =>
    shown('aspect=21:9', pinned, async (stage) => {
      const scale = 1920 / 21 / (1080 / 9);
      const beyond = (1920 - 1920 * scale) / 2;
      const top = (1080 - 1080 * scale) / 2 + 980 * scale;
      const expected = [
        [beyond + 100 * scale, top, 100 * scale, 60 * scale],
        [40 * scale, top, 100 * scale, 60 * scale],
        [1920 - 140 * scale, top, 100 * scale, 60 * scale],
        [40 * scale, top, 100 * scale + 2 * beyond, 60 * scale],
      ];
      expect(await framesOf(stage)).toEqual(
        expected.map((frame) => frame.map((number) => expect.closeTo(number, 1) as unknown)),
      );
    }));

  it('lays a composition out in its own reference frame, without a scroll bar', () =>
    shown('', { ...pinned, stage: { width: 3840, height: 2160 } }, async (stage) => {
      expect(await frameOf(stage, 'plain')).toEqual([50, 490, 50, 30]);
      expect(await stage.page.evaluate(() => [document.body.scrollWidth, document.body.scrollHeight])).toEqual([
        1920, 1080,
      ]);
    }));

  it('is clear, or has the ground that was asked for', async () => {
    const ground = async (query: string): Promise<number[]> => {
      let color: number[] = [];
      await shown(query, pinned, async (stage) => {
        color = await colorAt(stage.page, { x: 5, y: 5 });
      });
      return color;
    };
    expect(await ground('')).toEqual([0, 0, 0, 0]);
    expect(await ground('bgcolor=00ff00')).toEqual([0, 255, 0, 255]);
    expect(await ground('bgcolor=rebeccapurple')).toEqual([102, 51, 153, 255]);
    expect(await ground('bgcolor=reddish')).toEqual([0, 0, 0, 0]);
  });

  it('shows the safe areas of EBU R 95 in the picture, or those of the composition', async () => {
    const areas = (stage: OnAirStage): Promise<number[][]> =>
      stage.page.locator('.safe').evaluateAll((lines) =>
        lines.map((line) => {
          const { left, top, right, bottom } = line.getBoundingClientRect();
          return [left, top, right, bottom].map((edge) => Math.round(edge * 10) / 10);
        }),
      );
    await shown('safe=1', pinned, async (stage) => {
      expect(await areas(stage)).toEqual([
        [67.2, 37.8, 1852.8, 1042.2],
        [96, 54, 1824, 1026],
      ]);
    });
    const own = { ...pinned, stage: { width: 1920, height: 1080, safe: { action: 0.1, graphics: 0.2 } } };
    await shown('safe=1&aspect=4:3', own, async (stage) => {
      expect(await areas(stage)).toEqual([
        [240 + 144, 108, 1680 - 144, 972],
        [240 + 288, 216, 1680 - 288, 864],
      ]);
    });
    await shown('', pinned, async (stage) => expect(await areas(stage)).toEqual([]));
  });
});
