import type { Frame, Page } from 'playwright';
import type { SubComposition } from '../../../scene/schema/composition.ts';

/** A ground below all else, by which a picture that went blank is known. */
export const ground: SubComposition = {
  id: '6e1a4c02-5b7d-4f38-9a61-2c8d0e3f7bff',
  name: 'Ground',
  fields: [],
  logicLayer: null,
  secondTimeline: false,
  scene: {
    elements: [
      { kind: 'box', id: 'ground', frame: { x: 0, y: 0, width: 1920, height: 1080 }, fill: 'rgb(12, 34, 56)' },
    ],
  },
  subcompositions: [],
};

/** Its color as {@link cornerColor} gives it. */
export const groundColor = [12, 34, 56];

/** Whether the ground is in the picture and can be seen. */
export function hasGround(picture: Frame | Page): Promise<boolean> {
  return picture.evaluate((id) => {
    const box = document.querySelector(`[data-sub-composition="${id}"] [data-element="ground"]`);
    if (!box) return false;
    const { width, height } = box.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(box).visibility === 'visible';
  }, ground.id);
}

/** The color of the upper left corner of a page. */
export async function cornerColor(page: Page): Promise<number[]> {
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 2, height: 2 } });
  return page.evaluate(async (source) => {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${source}` });
    await image.decode();
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')!;
    context.drawImage(image, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }, png.toString('base64'));
}
