import { describe, expect, it } from 'vitest';
import { breakLines, lineWidth } from '../../../../surfaces/faces/drawing/key-font.ts';
import {
  drawPicture,
  type KeyPicture,
  type PictureState,
  plainColor,
} from '../../../../surfaces/faces/drawing/key-picture.ts';

const states = [
  ...(['out', 'hidden', 'cued', 'requested', 'onAir', 'requestedOnAir', 'failed', 'failedOnAir', 'unknown'] as const),
];
const face = (
  state: PictureState | undefined,
  more: Partial<Extract<KeyPicture, { kind: 'face' }>> = {},
): KeyPicture => {
  return { kind: 'face', state, name: 'Title', left: undefined, position: undefined, ...more };
};

/** How bright each pixel is, which is all that somebody sees who sees no colors. */
function grays(picture: KeyPicture, size = 72): number[] {
  const { pixels } = drawPicture(picture, size, size);
  return Array.from({ length: size * size }, (_, at) => {
    const part = (place: number): number => pixels[at * 4 + place] ?? 0;
    return Math.round(0.299 * part(0) + 0.587 * part(1) + 0.114 * part(2));
  });
}

describe('the picture of a key', () => {
  it.each([72, 80, 96, 120])('tells each tally without color, on %i pixels', (size) => {
    const drawn = states.map((state) => grays(face(state), size));
    for (const [nth, one] of drawn.entries()) {
      for (const other of drawn.slice(nth + 1)) {
        // More than a hundredth of a key is clearly otherwise: a word, a shape or a frame.
        const differs = one.filter((gray, at) => Math.abs(gray - (other[at] ?? 0)) > 60).length;
        expect(differs).toBeGreaterThan((size * size) / 100);
      }
    }
  });

  it('has a white frame around red while it is on air, whatever else is true of it', () => {
    for (const state of states) {
      const { pixels, width } = drawPicture(face(state, { name: '' }), 96, 96);
      const at = (x: number, y: number): number[] => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
      const isOnAir = state.toLowerCase().includes('onair');
      expect([state, at(0, 95), at(48, 50)]).toEqual([
        state,
        isOnAir ? [255, 255, 255] : [12, 14, 18],
        isOnAir ? [190, 10, 22] : [12, 14, 18],
      ]);
    }
  });

  it('has its name, the time that is left and where a value is', () => {
    const plain = grays(face('onAir'));
    expect(grays(face('onAir', { name: 'Other' }))).not.toEqual(plain);
    expect(grays(face('onAir', { left: 12 }))).not.toEqual(plain);
    expect(grays(face('onAir', { left: 12 }))).toEqual(grays(face('onAir', { left: 11.2 })));
    expect(grays(face(undefined, { position: 0.2 }))).not.toEqual(grays(face(undefined, { position: 0.8 })));
  });

  it('is dark where a control does nothing, and all lit in a lamp test', () => {
    expect(new Set(grays({ kind: 'dark' }))).toEqual(new Set([0]));
    expect(grays({ kind: 'test', name: 'key 12' }).filter((gray) => gray === 255).length).toBeGreaterThan(72 * 50);
  });

  it('is one color where there is no display, and that is red only on air', () => {
    const isRed = ([red = 0, green = 0, blue = 0]: readonly number[]): boolean => red === 255 && green + blue === 0;
    expect(states.filter((state) => isRed(plainColor(face(state))))).toEqual(['onAir']);
    expect([plainColor(face('out')), plainColor({ kind: 'dark' })]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });
});

describe('a name', () => {
  const room = { size: 16, width: 88, lines: 2 };

  it.each([
    ['Title', ['Title']],
    ['Lower Third', ['Lower', 'Third']],
    ['Breaking news of the day and more', ['Breaking', 'news of t…']],
    ['   a   b  ', ['a b']],
    ['', []],
  ])('%j is broken at its spaces', (name, lines) => {
    expect(breakLines(name, room)).toEqual(lines);
  });

  it('that is one long word is broken where it has to be, and never wider than the key', () => {
    const lines = breakLines('Donaudampfschifffahrtsgesellschaft', room);
    expect(lines.length).toBe(2);
    expect(lines.join('')).toMatch(/^Donau.*…$/);
    for (const line of lines) expect(lineWidth(line, room.size)).toBeLessThanOrEqual(room.width);
  });

  it('of letters that the font has not is boxes', () => {
    expect(grays(face('out', { name: '日本' }))).toEqual(grays(face('out', { name: '題名' })));
    expect(grays(face('out', { name: 'Ел' }))).not.toEqual(grays(face('out', { name: '題名' })));
  });
});
