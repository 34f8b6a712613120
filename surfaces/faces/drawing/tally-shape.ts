export interface Mask {
  width: number;
  height: number;
  /** Coverage of each pixel from 0 to 1, row by row. */
  alpha: Float32Array;
}

type Shaped = 'out' | 'hidden' | 'cued' | 'requested' | 'onAir' | 'failed' | 'unknown';

/** Distance inside the shape in pixels: below 0 is outside, from 0.5 fully inside. */
type Covers = (x: number, y: number) => number;

/** Cached by tally and size: a deck has one key size. */
const drawn = new Map<string, Mask>();

export function tallyShape(tally: Shaped, side: number): Mask {
  const key = `${tally} ${side}`;
  const shape = drawn.get(key) ?? maskOf(covering(tally, side), side);
  drawn.set(key, shape);
  return shape;
}

function maskOf(covers: Covers, side: number): Mask {
  const alpha = Float32Array.from({ length: side * side }, (_, at) => {
    const inside = covers((at % side) + 0.5, Math.floor(at / side) + 0.5) + 0.5;
    return Math.max(0, Math.min(1, inside));
  });
  return { width: side, height: side, alpha };
}

/** As on the screens (`renderer/tally/TallyShape.svelte`): ring, barred ring, wedge, broken ring, disc, cross, question mark. */
function covering(tally: Shaped, side: number): Covers {
  const half = side / 2;
  const fromMiddle = (x: number, y: number): number => Math.hypot(x - half, y - half);
  const thick = side * 0.14;
  const ring = (radius: number): Covers => {
    return (x, y) => thick / 2 - Math.abs(fromMiddle(x, y) - radius);
  };
  switch (tally) {
    case 'out':
      return ring(half - thick);
    case 'hidden': {
      const whole = ring(half - thick);
      const bar = (x: number, y: number): number => {
        return Math.min(thick / 2 - Math.abs(x - y) * Math.SQRT1_2, half - fromMiddle(x, y));
      };
      return (x, y) => Math.max(whole(x, y), bar(x, y));
    }
    case 'onAir':
      return (x, y) => half - 0.5 - fromMiddle(x, y);
    case 'cued':
      return (x, y) => Math.min(x - side * 0.12, ((side * 0.92 - x) * half) / (side * 0.8) - Math.abs(y - half));
    case 'requested': {
      const whole = ring(half - thick);
      const isGap = (x: number, y: number): boolean => {
        return Math.cos(Math.atan2(y - half, x - half) * 6) < -0.3;
      };
      return (x, y) => Math.max(side * 0.14 - fromMiddle(x, y), isGap(x, y) ? -1 : whole(x, y));
    }
    case 'failed':
      return (x, y) => {
        const [one, other] = [Math.abs(x - y), Math.abs(x + y - side)];
        return side * 0.17 - Math.min(one, other) * Math.SQRT1_2 - Math.max(0, fromMiddle(x, y) - half);
      };
    case 'unknown': {
      const [top, stroke] = [side * 0.32, side * 0.1];
      return (x, y) => {
        const dot = side * 0.11 - Math.hypot(x - half, y - side * 0.88);
        const stem = Math.min(stroke - Math.abs(x - half), y - side * 0.5, side * 0.7 - y);
        const bow = stroke - Math.abs(Math.hypot(x - half, y - top) - side * 0.22);
        const isOpen = x < half && y > top;
        return Math.max(dot, stem, isOpen ? -1 : bow);
      };
    }
  }
}
