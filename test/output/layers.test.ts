import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Composition } from '../../scene/schema/composition.ts';
import { compositionWith, gallery } from '../../gallery/gallery.ts';
import { composition, moverId, subComposition, testField } from '../kit/service/line-show.ts';
import { galleryWords, writings } from '../kit/picture/gallery-words.ts';
import { type House, OnAirStage, openHouse } from '../kit/picture/on-air-stage.ts';
import { PreviewStage, type Seen } from '../kit/picture/preview-stage.ts';
import { recordedVideo } from '../kit/picture/recorded-video.ts';
import { drawing } from '../kit/picture/scene-on-air.ts';
import { runs } from '../kit/runs.ts';

/** The fill, the key, and the normal picture with its transparency. */
const layers = [{ layer: 'fill' }, { layer: 'key' }, {}] as const;
const backgrounds = [
  [255, 255, 255],
  [60, 120, 200],
] as const;

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

/**
 * Compares what a keyer makes of a fill and a key over each background with the normal picture over that background.
 * `worst`: the largest difference of a channel, of 255; `mixed`: the number of pixels that are partly transparent.
 */
function keyed(pictures: readonly Buffer[]): { worst: number; mixed: number } {
  const [fill, key, normal] = pictures.map((picture) => PNG.sync.read(picture).data);
  const result = { worst: 0, mixed: 0 };
  if (!fill || !key || !normal) throw new Error('a picture is missing');
  for (let at = 0; at < normal.length; at += 4) {
    const alpha = normal[at + 3] ?? 0;
    if (alpha > 0 && alpha < 255) result.mixed += 1;
    if (fill[at + 3] !== 255 || key[at + 3] !== 255) result.worst = Infinity;
    for (const background of backgrounds) {
      for (const [channel, behind] of background.entries()) {
        const made = (fill[at + channel] ?? 0) + (1 - (key[at + channel] ?? 0) / 255) * behind;
        const color = Math.round(((normal[at + channel] ?? 0) * alpha) / 255);
        result.worst = Math.max(result.worst, Math.abs(made - color - (1 - alpha / 255) * behind));
      }
    }
  }
  return result;
}

it('a keyer makes the normal picture of fill and key, in every template, writing and moment', async () => {
  let given = 0;
  const show = compositionWith('Gallery', gallery, () => `id-${(given += 1)}`);
  const look = { width: 1920, height: 1080 };
  const stages = await Promise.all(layers.map((layer) => PreviewStage.open(house, show, { ...look, ...layer })));
  const wrong: string[] = [];
  let mixed = 0;
  for (let frame = 0; frame < runs(1_000, 2 * gallery.length); frame += 1) {
    const template = frame % gallery.length;
    const { id } = gallery[template]!;
    const writing = writings[frame % writings.length]!;
    const held = { line: 'in', share: (frame * 0.618) % 1 } as const;
    const seen: Seen = {
      state: 'In',
      id: show.root.subcompositions[template]!.id,
      payload: galleryWords[id]?.[writing],
      held,
    };
    const pictures = await Promise.all(stages.map((stage) => stage.picture(seen)));
    const { worst, ...found } = keyed(pictures);
    mixed += found.mixed;
    if (worst > 1.001) wrong.push(`${id} ${writing} at ${held.share.toFixed(3)}: ${worst.toFixed(3)}`);
  }
  await Promise.all(stages.map((stage) => stage.close()));
  expect(wrong).toEqual([]);
  expect(mixed).toBeGreaterThan(1_000);
});

describe('on air', () => {
  const frame = (x: number) => ({ x, y: 100, width: 200, height: 120 });
  const look = { size: 50, weight: 700, align: 'left', color: '#fc8' } as const;

  async function shown(layer: string, show: Composition, clip: string): Promise<Buffer> {
    const stage = await OnAirStage.open(house, show, { timeStands: true, query: layer });
    try {
      await stage.shows(stage.stand.change({ id: moverId, state: 'In', action: 'jump', payload: { clip } }));
      await stage.page.waitForFunction(() => Number(document.querySelector('video')?.currentTime) > 0);
      await stage.pass(500);
      return await stage.page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width: 1200, height: 300 } });
    } finally {
      await stage.close();
    }
  }

  it('a keyer makes the normal picture of a video, a picture, a text and a ticker that moves', async () => {
    const show = composition(
      subComposition(
        moverId,
        [testField('clip', 'text', '')],
        [
          { kind: 'box', id: 'plate', frame: frame(20), fill: 'rgb(200 40 90 / 0.4)' },
          { kind: 'video', id: 'clip', frame: frame(240), source: { field: 'clip' }, fit: 'cover', repeat: true },
          { kind: 'image', id: 'picture', frame: frame(460), source: drawing('rgb(0 99 200 / 0.3)', 2), fit: 'cover' },
          { kind: 'text', id: 'words', frame: frame(680), text: 'Words', ...look },
          {
            kind: 'crawl',
            id: 'band',
            frame: frame(900),
            text: 'One\nTwo',
            start: 0,
            speed: 123,
            separator: '#fff',
            ...look,
          },
        ],
      ),
    );
    const page = await house.browser.newPage();
    const clip = await recordedVideo(page, '#284');
    await page.close();
    const pictures: Buffer[] = [];
    for (const layer of ['layer=fill', 'layer=key', '']) pictures.push(await shown(layer, show, clip));
    const { worst, mixed } = keyed(pictures);
    expect(worst).toBeLessThan(1.001);
    expect(mixed).toBeGreaterThan(2 * 200 * 120 - 1_000);
  });
});
