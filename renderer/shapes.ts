/** What a shape consists of, as path data in a box of 16 by 16, or of `box`. */
export interface IconShape {
  box?: number;
  lines?: string;
  dashes?: string;
  areas?: string;
  weight?: number;
}

const circle = (x: number, y: number, r: number): string =>
  `M${x + r} ${y}a${r} ${r} 0 1 1 ${-2 * r} 0 ${r} ${r} 0 1 1 ${2 * r} 0z`;
const cross = 'M3 3 13 13M13 3 3 13';
const brokenRing = circle(8, 8, 6);
const hook = 'M4.6 5.4a3.4 3.4 0 1 1 5.2 2.9C8.4 9.2 8 9.7 8 11';

export const shapes = {
  check: { lines: 'M2.5 8.5 6.5 12.5 13.5 4' },
  cross: { lines: cross },
  unequal: { lines: 'M2 5.5h12M2 10.5h12M11 1.5 5 14.5' },
  brokenRing: { dashes: brokenRing },
  exclamation: { lines: 'M8 2v7.5M8 12.2v1.6' },
  question: { lines: `${hook}M8 13v2` },
  dash: { lines: 'M4 8h8' },
  longDash: { lines: 'M3 8h10' },
  wedge: { lines: 'M5 2.5 11.5 8 5 13.5' },
  cycle: { lines: 'M2.6 7a5.6 5.6 0 0 1 9.8-2.6M13.4 9a5.6 5.6 0 0 1-9.8 2.6M12.8 1v3.6H9.2M3.2 15v-3.6h3.6' },
  locked: { lines: 'M5 7V5a3 3 0 0 1 6 0v2M3.5 7h9v6.5h-9z' },
  unlocked: { lines: 'M5 7V4.5a3 3 0 0 1 5.8-1M3.5 7h9v6.5h-9z' },
  barredRing: { lines: `M3.4 3.4 12.6 12.6${circle(8, 8, 6.3)}` },
  triangle: { lines: 'M8 1.5 15 14.5H1ZM8 6v4M8 11.5v1' },
  returned: { lines: 'M2 4.5h8.5a4 4 0 0 1 0 8H4M6.5 9 3 12.5 6.5 16' },
  person: { lines: 'M2 15.5a6 6 0 0 1 12 0M5 5a3 3 0 1 0 6 0 3 3 0 1 0-6 0' },
  clock: { lines: `${circle(8, 8, 6.3)}M8 4.2V8l2.8 1.8` },
  keyboard: { lines: 'M1 4h14v8.5H1zM4 7h.1M8 7h.1M12 7h.1M5 10h6' },
  sliders: { lines: `M1.5 4.5h7M12.5 4.5h2M1.5 11.5h2M7.5 11.5h7${circle(10.5, 4.5, 2)}${circle(5.5, 11.5, 2)}` },
  find: { lines: `${circle(7, 7, 4.6)}M10.4 10.4 14.2 14.2` },
  pencil: { lines: 'M2.5 13.5 3.5 10 11 2.5 13.5 5 6 12.5Z' },
  layers: { lines: 'M8 2 14.5 5.5 8 9 1.5 5.5ZM1.5 9.5 8 13 14.5 9.5' },
  fullThenEmpty: { lines: circle(12, 8, 2.6), areas: circle(5, 8, 4.7) },
  emptyThenFull: { lines: circle(4, 8, 2.6), areas: circle(11, 8, 4.7) },
  OUT: { lines: circle(8, 8, 5.5), weight: 2 },
  CUED: { areas: 'M3.5 2 13.5 8 3.5 14Z' },
  REQUESTED: { dashes: brokenRing, areas: circle(8, 8, 2), weight: 2 },
  'ON AIR': { areas: circle(8, 8, 7) },
  HIDDEN: { lines: `M2.5 2.5 13.5 13.5${circle(8, 8, 5.5)}`, weight: 2 },
  FAILED: { lines: cross, weight: 3.4 },
  UNKNOWN: { lines: hook, areas: circle(8, 14, 1.6), weight: 2.4 },
  panic: { box: 24, lines: 'M8 2h8l6 6v8l-6 6H8l-6-6V8ZM8 8l8 8M16 8l-8 8' },
  takeIn: { box: 24, lines: 'M4 19h16M12 15V4M7 9l5-5 5 5' },
  takeOut: { box: 24, lines: 'M4 19h16M12 3v11M7 9l5 5 5-5' },
  go: { box: 24, lines: 'M5 4l12 8-12 8zM20 4v16' },
} satisfies Record<string, IconShape>;
export type ShapeName = keyof typeof shapes;
