import { Canvas, type Rgb } from './canvas.ts';
import { breakLines, lineWidth } from './key-font.ts';
import { tallyShape } from './tally-shape.ts';

export type PictureState =
  'out' | 'hidden' | 'cued' | 'requested' | 'onAir' | 'requestedOnAir' | 'failed' | 'failedOnAir' | 'unknown';

export type KeyPicture =
  | { kind: 'dark' }
  | { kind: 'test'; name: string }
  | {
      kind: 'face';
      /** Undefined for a control without a tally, such as a number. */
      state: PictureState | undefined;
      name: string;
      /** Seconds left. */
      left: number | undefined;
      /** From 0 to 1. */
      position: number | undefined;
    };

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Word, shape and color of a tally each suffice alone. The colors are those of the screens (`renderer/theme.css`). */
const looks = {
  out: { word: 'OUT', band: [38, 43, 52], ink: [176, 184, 196] },
  hidden: { word: 'HIDDEN', band: [38, 43, 52], ink: [240, 243, 247] },
  cued: { word: 'CUED', band: [47, 191, 113], ink: [4, 20, 11] },
  requested: { word: 'REQUESTED', band: [255, 176, 32], ink: [36, 22, 0] },
  onAir: { word: 'ON AIR', band: [255, 255, 255], ink: [170, 6, 16] },
  failed: { word: 'FAILED', band: [255, 92, 168], ink: [38, 0, 15] },
  unknown: { word: 'UNKNOWN', band: [106, 163, 255], ink: [6, 16, 40] },
} as const satisfies Record<string, { word: string; band: Rgb; ink: Rgb }>;

/** On air: red ground inside a white frame, in every state. */
const onAirGround: Rgb = [190, 10, 22];
const ground: Rgb = [12, 14, 18];

export function drawPicture(picture: KeyPicture, width: number, height: number): Canvas {
  if (picture.kind === 'dark') return new Canvas(width, height, black);
  if (picture.kind === 'test') {
    const canvas = new Canvas(width, height, white);
    const size = sizeFor(height, 5);
    canvas.text({ text: picture.name, size, color: black }, 4, Math.round((height + size * 0.7) / 2));
    return canvas;
  }
  return drawFace(picture, width, height);
}

function drawFace(face: Extract<KeyPicture, { kind: 'face' }>, width: number, height: number): Canvas {
  const { state, position } = face;
  const isOnAir = state === 'onAir' || state === 'requestedOnAir' || state === 'failedOnAir';
  const canvas = new Canvas(width, height, isOnAir ? onAirGround : ground);
  const band = state === undefined ? 0 : Math.round(height * 0.24);
  const foot = Math.round(height * 0.2);
  const tally = tallyOf(state);
  if (tally) drawBand(canvas, tally, { width, height: band });
  drawName(canvas, face.name, { top: band, bottom: height - foot });
  const bar = position === undefined ? 0 : Math.max(3, Math.round(height / 24));
  drawFoot(canvas, { word: isOnAir && tally !== 'onAir' ? 'ON AIR' : '', left: face.left, above: bar && bar + 3 });
  if (position !== undefined) drawPosition(canvas, position, bar);
  if (isOnAir) canvas.frame({ x: 0, y: 0, width, height }, Math.max(2, Math.round(height / 32)), white);
  return canvas;
}

function tallyOf(state: PictureState | undefined): keyof typeof looks | undefined {
  if (state === 'requestedOnAir') return 'requested';
  return state === 'failedOnAir' ? 'failed' : state;
}

function drawBand(
  canvas: Canvas,
  tally: keyof typeof looks,
  { width, height }: { width: number; height: number },
): void {
  const { word, band, ink } = looks[tally];
  canvas.fill({ x: 0, y: 0, width, height }, band);
  const side = Math.round(height * 0.56);
  const inset = Math.round((height - side) / 2) + 1;
  canvas.cover(tallyShape(tally, side), { x: inset, y: inset }, ink);
  const room = width - side - inset * 2 - 2;
  const size = fittingSize(word, { size: sizeFor(height, 1.45), width: room });
  canvas.text({ text: word, size, color: ink }, inset + side + 3, Math.round((height + size * 0.72) / 2));
}

function drawName(canvas: Canvas, name: string, { top, bottom }: { top: number; bottom: number }): void {
  const room = bottom - top;
  const longest = name.split(/\s+/).reduce((one, other) => (other.length > one.length ? other : one), '');
  // Shrink a word that is slightly too long; break it only if it is much too long.
  const size = fittingSize(longest, { size: sizeFor(room, 3), width: canvas.width - 8 }, 0.75);
  const line = Math.round(size * 1.15);
  const width = canvas.width - 8;
  const lines = breakLines(name, { size, width, lines: Math.max(1, Math.floor(room / line)) });
  const first = top + Math.round((room - lines.length * line) / 2 + size * 0.95);
  lines.forEach((text, nth) => {
    const x = Math.max(2, Math.round((canvas.width - lineWidth(text, size)) / 2));
    canvas.text({ text, size, color: white }, x, first + nth * line);
  });
}

/** ON AIR, if the band shows another word, and the remaining time. */
function drawFoot(
  canvas: Canvas,
  { word, left, above }: { word: string; left: number | undefined; above: number },
): void {
  const size = sizeFor(canvas.height, 6.6);
  const y = canvas.height - above - Math.max(5, Math.round(canvas.height * 0.07));
  canvas.text({ text: word, size, color: white }, 6, y);
  const time = left === undefined ? '' : shownTime(left);
  canvas.text({ text: time, size, color: white }, canvas.width - 6 - lineWidth(time, size), y);
}

/** Minutes and seconds, or hours and minutes; rounded up to whole seconds. */
function shownTime(left: number): string {
  const seconds = Math.max(0, Math.ceil(left));
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 3_600)}h${two(Math.floor((seconds % 3_600) / 60))}`;
}

function drawPosition(canvas: Canvas, position: number, bar: number): void {
  const [y, width] = [canvas.height - bar - 5, canvas.width - 12];
  canvas.fill({ x: 6, y, width, height: bar }, [60, 66, 76]);
  canvas.fill({ x: 6, y, width: Math.round(width * Math.max(0, Math.min(1, position))), height: bar }, white);
}

function sizeFor(height: number, lines: number): number {
  return Math.max(9, Math.round(height / lines / 1.15));
}

/** The largest size that fits, at least this share of `size`. */
function fittingSize(text: string, { size, width }: { size: number; width: number }, least = 0.5): number {
  const smallest = Math.max(8, Math.ceil(size * least));
  let fitting = size;
  while (fitting > smallest && lineWidth(text, fitting) > width) fitting -= 1;
  return fitting;
}

/** The color of a key without a display: red on air, dark when Out or unmapped. */
export function plainColor(picture: KeyPicture): Rgb {
  if (picture.kind === 'test') return white;
  const tally = picture.kind === 'face' ? tallyOf(picture.state) : undefined;
  if (picture.kind === 'dark' || !tally || tally === 'out' || tally === 'hidden') return black;
  return tally === 'onAir' ? [255, 0, 0] : looks[tally].band;
}
