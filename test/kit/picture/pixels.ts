import type { Page } from 'playwright';

/** The color of one pixel of a page, red, green, blue and how much of it is there, each 0 to 255. */
export async function colorAt(page: Page, { x, y }: { x: number; y: number }): Promise<number[]> {
  const picture = await page.screenshot({ omitBackground: true, clip: { x, y, width: 1, height: 1 } });
  const [color] = await colorsIn(page, picture, [{ x: 0, y: 0 }]);
  return color ?? [];
}

/** The colors of some pixels of a PNG. */
export function colorsIn(page: Page, png: Buffer, places: { x: number; y: number }[]): Promise<number[][]> {
  const address = `data:image/png;base64,${png.toString('base64')}`;
  return page.evaluate(
    async ({ address, places }) => {
      const image = await createImageBitmap(await (await fetch(address)).blob());
      const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
      if (!drawing) throw new Error('the browser cannot draw');
      drawing.drawImage(image, 0, 0);
      return places.map(({ x, y }) => [...drawing.getImageData(x, y, 1, 1).data]);
    },
    { address, places },
  );
}
