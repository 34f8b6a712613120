import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureHeader } from '../../../service/domain/asset-kind.ts';
import { pictures } from '../../kit/picture/pictures.ts';

const large = { width: 32, height: 18 };
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

describe('a picture is known by its content:', () => {
  it.each([
    ['png', 'image/png', large],
    ['jpeg', 'image/jpeg', large],
    ['gif', 'image/gif', { width: 1, height: 1 }],
    ['webpLossy', 'image/webp', large],
    ['webpLossless', 'image/webp', large],
    ['webpExtended', 'image/webp', large],
  ] as const)('%s', (kind, mediaType, size) => {
    expect(pictureHeader(pictures[kind])).toEqual({ mediaType, size });
  });

  it('also where it stands inside a larger buffer', () => {
    const around = new Uint8Array(500).fill(7);
    around.set(pictures.png, 100);
    expect(pictureHeader(around.subarray(100, 100 + pictures.png.length))?.size).toEqual(large);
  });

  it('also a JPEG with fill bytes and other segments before its frame', () => {
    const comment = [0xff, 0xff, 0xff, 0xfe, 0, 4, 1, 2];
    const filled = Uint8Array.from([...pictures.jpeg.subarray(0, 2), ...comment, ...pictures.jpeg.subarray(2)]);
    expect(pictureHeader(filled)).toEqual({ mediaType: 'image/jpeg', size: large });
  });
});

describe('what is no picture that can be used', () => {
  const without = (bytes: Uint8Array, at: number, value: number[]): Uint8Array => {
    const changed = Uint8Array.from(bytes);
    changed.set(value, at);
    return changed;
  };

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['words', text('GIF, they said, and PNG')],
    ['a drawing that can hold scripts', text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a page', text('<!doctype html><title>picture.png</title>')],
    ['a bitmap', text('BM......................................')],
    ['a PNG of no width', without(pictures.png, 16, [0, 0, 0, 0])],
    ['a PNG without its header', without(pictures.png, 12, [0x49, 0x44, 0x41, 0x54])],
    ['a JPEG that ends before any frame', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9, 0, 0, 0, 0)],
    ['a JPEG of noise', Uint8Array.from({ length: 1000 }, (_, at) => [0xff, 0xd8][at] ?? at % 251)],
    ['a WebP of an unknown kind', without(pictures.webpLossy, 12, [0x56, 0x50, 0x38, 0x39])],
    ['a lossy WebP without its start code', without(pictures.webpLossy, 23, [0])],
    ['a lossless WebP without its signature', without(pictures.webpLossless, 20, [0])],
  ])('%s', (_, bytes) => {
    expect(pictureHeader(bytes)).toBeUndefined();
  });

  it('is every beginning of a picture that ends before its size, or of a PNG or a WebP before its end', () => {
    for (const [kind, bytes] of Object.entries(pictures)) {
      const ends = Array.from({ length: bytes.length + 1 }, (_, end) => end);
      const known = ends.map((end) => pictureHeader(bytes.subarray(0, end)) !== undefined);
      expect([kind, known.indexOf(true) > 9, known.lastIndexOf(false) < known.indexOf(true)]).toEqual([
        kind,
        true,
        true,
      ]);
    }
  });

  it('never is a failure, whatever the bytes', () => {
    const bytes = fc.tuple(fc.constantFrom(...Object.values(pictures)), fc.uint8Array({ maxLength: 64 }), fc.nat());
    fc.assert(
      fc.property(bytes, ([picture, noise, at]) => {
        const damaged = Uint8Array.from([...picture, ...new Uint8Array(64)]);
        damaged.set(noise, at % picture.length);
        const header = pictureHeader(damaged);
        if (header) expect(header.size.width > 0 && header.size.height > 0).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is told at once, also where 10 MiB pretend to be a JPEG', () => {
    const segments = new Uint8Array(10 * 1024 * 1024).fill(0xff);
    segments.set([0xff, 0xd8]);
    expect(pictureHeader(segments)).toBeUndefined();
  });
});
