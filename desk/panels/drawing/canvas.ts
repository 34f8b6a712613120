import { glyphOf, linePlace } from './key-font.ts';

/** Red, green and blue, each from 0 to 255. */
export type Color = readonly [number, number, number];

/** A rectangle, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A text on one line. */
export interface TextLine {
  text: string;
  /** Of the letters, in pixels. */
  size: number;
  color: Color;
}

/** A picture of RGBA pixels, none of them transparent. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** The bytes of all pixels, row by row. */
  readonly pixels: Uint8Array;
  readonly #whole: Uint32Array;

  constructor(width: number, height: number, ground: Color) {
    this.width = width;
    this.height = height;
    this.#whole = new Uint32Array(width * height);
    this.pixels = new Uint8Array(this.#whole.buffer);
    this.fill({ x: 0, y: 0, width, height }, ground);
  }

  /** Fills a rectangle, as far as it is in the picture. */
  fill({ x, y, width, height }: Box, [red, green, blue]: Color): void {
    const pixel = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0] ?? 0;
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row += 1) {
      this.#whole.fill(pixel, row * this.width + left, row * this.width + right);
    }
  }

  /** Frames a rectangle on its inside. */
  frame({ x, y, width, height }: Box, thickness: number, color: Color): void {
    this.fill({ x, y, width, height: thickness }, color);
    this.fill({ x, y: y + height - thickness, width, height: thickness }, color);
    this.fill({ x, y, width: thickness, height }, color);
    this.fill({ x: x + width - thickness, y, width: thickness, height }, color);
  }

  /** Draws a shape into a rectangle. `covers` says how far inside it a point is, in pixels: 0.5 and above is all inside. */
  shape({ x, y, width, height }: Box, color: Color, covers: (x: number, y: number) => number): void {
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const inside = Math.max(0, Math.min(1, covers(column + 0.5, row + 0.5) + 0.5));
        if (inside > 0) this.#mix({ x: x + column, y: y + row }, color, inside);
      }
    }
  }

  /** Writes a line. `x` is its left end, `y` the line on which its letters stand. */
  text({ text, size, color }: TextLine, x: number, y: number): void {
    for (const { letter, at } of linePlace(text, size)) {
      const { left, top, width, height, alpha } = glyphOf(letter, size);
      for (let row = 0; row < height; row += 1) {
        for (let column = 0; column < width; column += 1) {
          const inside = alpha[row * width + column] ?? 0;
          if (inside > 0) this.#mix({ x: x + at + left + column, y: y + top + row }, color, inside);
        }
      }
    }
  }

  #mix({ x, y }: Pick<Box, 'x' | 'y'>, color: Color, inside: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = (y * this.width + x) * 4;
    this.#mixPart(at, color[0], inside);
    this.#mixPart(at + 1, color[1], inside);
    this.#mixPart(at + 2, color[2], inside);
  }

  #mixPart(at: number, value: number, inside: number): void {
    const under = this.pixels[at] ?? 0;
    this.pixels[at] = Math.round(under + (value - under) * inside);
  }
}
