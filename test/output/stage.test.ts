import { describe, expect, it } from 'vitest';
import { placement } from '../../output/page/stage.ts';

const frame = { width: 1920, height: 1080 };
const window = { width: 1920, height: 1080 };
const none = { x: 0, y: 0 };

describe('the picture in its window', () => {
  it.each([
    ['fills a window of its own size', window, undefined, { x: 0, y: 0, scale: 1, beyond: none }],
    ['is smaller in a smaller one', { width: 960, height: 540 }, 16 / 9, { x: 0, y: 0, scale: 0.5, beyond: none }],
    [
      'has bars above and below in a tall window',
      { width: 1920, height: 1280 },
      undefined,
      { x: 0, y: 100, scale: 1, beyond: none },
    ],
    [
      'has bars at its sides in a wide window',
      { width: 2120, height: 1080 },
      undefined,
      { x: 100, y: 0, scale: 1, beyond: none },
    ],
    [
      'of 4:3 reaches above and below the frame, which is whole in it',
      window,
      4 / 3,
      { x: 240, y: 0, scale: 0.75, beyond: { x: 0, y: 180 } },
    ],
    ['of 2:1 reaches to the sides of the frame', window, 2, { x: 0, y: 60, scale: 8 / 9, beyond: { x: 120, y: 0 } }],
  ])('%s', (_, viewport, aspect, expected) => {
    const close = (number: number): unknown => expect.closeTo(number, 6);
    expect(placement(viewport, frame, aspect)).toEqual({
      x: close(expected.x),
      y: close(expected.y),
      scale: close(expected.scale),
      beyond: { x: close(expected.beyond.x), y: close(expected.beyond.y) },
    });
  });

  it('has the aspect of a frame that is upright', () => {
    expect(placement(window, { width: 1080, height: 1920 })).toEqual({
      x: (1920 - 607.5) / 2,
      y: 0,
      scale: 0.5625,
      beyond: none,
    });
  });
});
