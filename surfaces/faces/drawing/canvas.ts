import { glyphOf, linePlace } from './key-font.ts';
import type { Mask } from './tally-shape.ts';

/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Pixels. */
export interface PixelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly #whole: Uint32Array;

  constructor(width: number, height: number, ground: Rgb) {
    [this.width, this.height] = [width, height];
    this.#whole = new Uint32Array(width * height);
    this.pixels = new Uint8Array(this.#whole.buffer);
    this.fill({ x: 0, y: 0, width, height }, ground);
  }

  /** Clips to the picture. */
  fill({ x, y, width, height }: PixelBox, color: Rgb): void {
    const pixel = pixelOf(color);
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row += 1) {
      this.#whole.fill(pixel, row * this.width + left, row * this.width + right);
    }
  }

  frame({ x, y, width, height }: PixelBox, thickness: number, color: Rgb): void {
    this.fill({ x, y, width, height: thickness }, color);
    this.fill({ x, y: y + height - thickness, width, height: thickness }, color);
    this.fill({ x, y, width: thickness, height }, color);
    this.fill({ x: x + width - thickness, y, width: thickness, height }, color);
  }

  /** `size`: line height in pixels. */
  text({ text, size, color }: { text: string; size: number; color: Rgb }, x: number, y: number): void {
    for (const { letter, at } of linePlace(text, size)) {
      const glyph = glyphOf(letter, size);
      this.cover(glyph, { x: x + at + glyph.left, y: y + glyph.top }, color);
    }
  }

  /** Draws a mask at its upper left corner, clipped to the picture. */
  cover({ width, height, alpha }: Mask, { x, y }: Pick<PixelBox, 'x' | 'y'>, color: Rgb): void {
    const pixel = pixelOf(color);
    const [left, right] = [Math.max(0, -x), Math.min(width, this.width - x)];
    const bottom = Math.min(height, this.height - y);
    for (let row = Math.max(0, -y); row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const inside = alpha[row * width + column] ?? 0;
        const at = (y + row) * this.width + x + column;
        if (inside >= 1) this.#whole[at] = pixel;
        else if (inside > 0) this.#mix(at * 4, color, inside);
      }
    }
  }

  #mix(at: number, [red, green, blue]: Rgb, inside: number): void {
    this.#mixPart(at, red, inside);
    this.#mixPart(at + 1, green, inside);
    this.#mixPart(at + 2, blue, inside);
  }

  #mixPart(at: number, value: number, inside: number): void {
    const under = this.pixels[at] ?? 0;
    // The byte array truncates, so 0.5 rounds.
    this.pixels[at] = under + (value - under) * inside + 0.5;
  }
}

const onePixel = new Uint32Array(1);
const itsParts = new Uint8Array(onePixel.buffer);

/** The pixel as a number in the machine's byte order. */
function pixelOf([red, green, blue]: Rgb): number {
  itsParts[0] = red;
  itsParts[1] = green;
  itsParts[2] = blue;
  itsParts[3] = 255;
  return onePixel[0] ?? 0;
}
