import { describe, expect, it, vi } from 'vitest';
import { aspectRatio, placement } from '../../output/stage.ts';

describe('the picture in its window', () => {
  it.each([
    ['fills a window of its own size', { width: 1920, height: 1080 }, '16:9', { x: 0, y: 0, scale: 1 }],
    ['is smaller in a smaller one', { width: 960, height: 540 }, '16:9', { x: 0, y: 0, scale: 0.5 }],
    ['has bars above and below in a tall window', { width: 1920, height: 1280 }, '16:9', { x: 0, y: 100, scale: 1 }],
    ['has bars at its sides in a wide window', { width: 2120, height: 1080 }, '16:9', { x: 100, y: 0, scale: 1 }],
    ['is whole in a picture of 4:3', { width: 1920, height: 1080 }, '4:3', { x: 240, y: 135, scale: 0.75 }],
  ])('%s', (_, viewport, aspect, expected) => {
    expect(placement(viewport, aspectRatio(aspect))).toEqual(expected);
  });

  it('is 16:9 where no aspect is asked for', () => {
    expect(aspectRatio(null)).toBe(16 / 9);
  });

  it.each(['wide', '16:0', '0:9', '16', ''])('is 16:9, and says why, where the aspect is "%s"', (asked) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(aspectRatio(asked)).toBe(16 / 9);
    expect(warn.mock.calls).toEqual([[`on air: aspect "${asked}" is not of the form 16:9; showing 16:9`]]);
    warn.mockRestore();
  });
});
