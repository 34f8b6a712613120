import fc from 'fast-check';
import jpeg from 'jpeg-js';
import { describe, expect, it } from 'vitest';
import { encodeJpeg } from '../../../../surfaces/faces/drawing/jpeg.ts';

/** The largest difference, of one part of one pixel, between what was encoded and what another program decodes. */
function difference(pixels: Uint8Array, width: number, height: number): number {
  const decoded = jpeg.decode(encodeJpeg(pixels, width, height), { useTArray: true });
  expect([decoded.width, decoded.height]).toEqual([width, height]);
  return pixels.reduce((most, part, at) => Math.max(most, Math.abs(part - (decoded.data[at] ?? 0))), 0);
}

function picture(width: number, height: number, color: (x: number, y: number) => readonly number[]): Uint8Array {
  return Uint8Array.from({ length: width * height * 4 }, (_, at) => {
    const pixel = at >> 2;
    return [...color(pixel % width, Math.floor(pixel / width)), 255][at & 3] ?? 0;
  });
}

describe('a JPEG', () => {
  it.each([
    [72, 72],
    [96, 96],
    [120, 120],
    [200, 100],
    [1, 1],
    [13, 7],
  ])('of %i x %i pixels is what was drawn', (width, height) => {
    expect(
      difference(
        picture(width, height, (x, y) => [(x * 2) & 255, (y * 2) & 255, 90]),
        width,
        height,
      ),
    ).toBeLessThan(24);
  });

  it('of one color has that color, whichever it is', () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), (color) => {
        expect(
          difference(
            picture(16, 16, () => color),
            16,
            16,
          ),
        ).toBeLessThan(6);
      }),
    );
  });

  it('keeps the edges of letters, white on red', () => {
    const letters = picture(96, 96, (x, y) => (((x >> 2) + (y >> 3)) % 3 === 0 ? [255, 255, 255] : [190, 10, 22]));
    expect(difference(letters, 96, 96)).toBeLessThan(60);
  });

  it('is the same whatever was encoded before it, also once nothing is kept of its blocks any more', () => {
    const letters = picture(96, 96, (x, y) => (((x >> 2) + (y >> 3)) % 3 === 0 ? [255, 255, 255] : [x, y, 22]));
    const first = encodeJpeg(letters, 96, 96);
    const noise = Uint8Array.from({ length: 512 * 512 * 4 }, (_, at) => Math.imul(at + 1, 0x9e3779b1) >>> 24);
    expect(encodeJpeg(letters, 96, 96)).toEqual(first);
    // As many blocks as are kept.
    encodeJpeg(noise, 512, 512);
    expect(encodeJpeg(letters, 96, 96)).toEqual(first);
  });

  it('can be read whatever is in it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 24 * 24 * 4, maxLength: 24 * 24 * 4 }), (noise) => {
        const read = jpeg.decode(encodeJpeg(noise, 24, 24), { useTArray: true, tolerantDecoding: false });
        expect([read.width, read.height]).toEqual([24, 24]);
      }),
      { numRuns: 30 },
    );
  });
});
