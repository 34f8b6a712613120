import font from './key-font.json' with { type: 'json' };
import type { Mask } from './tally-shape.ts';

/** Pixels from the letter's origin on the baseline. */
interface Glyph extends Mask {
  advance: number;
  left: number;
  top: number;
}

const drawn = font.glyphs as unknown as Readonly<
  Record<string, readonly [advance: number, left: number, top: number, width: number, height: number, alpha: string]>
>;

const bySize = new Map<number, Map<string, Glyph>>();

/** `size`: line height in pixels. A letter missing in the font is a box. */
export function glyphOf(letter: string, size: number): Glyph {
  const known = bySize.get(size) ?? new Map<string, Glyph>();
  bySize.set(size, known);
  const glyph = known.get(letter) ?? scaled(letter, size / font.size);
  known.set(letter, glyph);
  return glyph;
}

/** Pixels. */
export function lineWidth(text: string, size: number): number {
  return Math.ceil(Array.from(text).reduce((width, letter) => width + glyphOf(letter, size).advance, 0));
}

export function linePlace(text: string, size: number): { letter: string; at: number }[] {
  let end = 0;
  return Array.from(text).map((letter) => {
    const at = Math.round(end);
    end += glyphOf(letter, size).advance;
    return { letter, at };
  });
}

/** Breaks at spaces where possible. The last line ends with an ellipsis if text is left. */
export function breakLines(
  text: string,
  { size, width, lines }: { size: number; width: number; lines: number },
): string[] {
  const broken: string[] = [];
  let rest = text.trim().replaceAll(/\s+/g, ' ');
  while (rest !== '' && broken.length < lines) {
    const isLast = broken.length === lines - 1;
    if (lineWidth(rest, size) <= width) return [...broken, rest];
    const fits = fitting(rest, size, width - (isLast ? lineWidth('…', size) : 0));
    if (isLast) return [...broken, `${rest.slice(0, fits).trimEnd()}…`];
    const space = rest.lastIndexOf(' ', fits);
    const end = space > 0 ? space : fits;
    broken.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return broken;
}

function fitting(text: string, size: number, width: number): number {
  let [count, used] = [0, 0];
  for (const letter of text) {
    used += glyphOf(letter, size).advance;
    if (used > width && count > 0) return count;
    count += letter.length;
  }
  return count;
}

function scaled(letter: string, scale: number): Glyph {
  const found = drawn[letter] ?? drawn[letter.normalize('NFC')];
  if (!found) return box(scale);
  const [advance, left, top, width, height, packed] = found;
  const source = { width, height, alpha: unpacked(packed) };
  // Whole pixels that contain the letter at its exact place.
  const [x, y] = [Math.floor(left * scale), Math.floor(top * scale)];
  const target = { width: Math.ceil((left + width) * scale) - x, height: Math.ceil((top + height) * scale) - y };
  const alpha = new Float32Array(target.width * target.height);
  for (let row = 0; row < target.height; row += 1) {
    const rows = span((y + row) / scale - top, 1 / scale, height);
    for (let column = 0; column < target.width; column += 1) {
      const columns = span((x + column) / scale - left, 1 / scale, width);
      alpha[row * target.width + column] = average(source, rows, columns) * scale * scale;
    }
  }
  return { advance: advance * scale, left: x, top: y, ...target, alpha };
}

function span(from: number, length: number, most: number): { at: number; part: number }[] {
  const covered: { at: number; part: number }[] = [];
  for (let at = Math.max(0, Math.floor(from)); at < Math.min(most, from + length); at += 1) {
    const part = Math.min(at + 1, from + length) - Math.max(at, from);
    if (part > 0) covered.push({ at, part });
  }
  return covered;
}

function average(
  { width, alpha }: { width: number; alpha: Uint8Array },
  rows: readonly { at: number; part: number }[],
  columns: readonly { at: number; part: number }[],
): number {
  let sum = 0;
  for (const row of rows) {
    for (const column of columns) sum += ((alpha[row.at * width + column.at] ?? 0) / 15) * row.part * column.part;
  }
  return sum;
}

/** Half-bytes in base64, the upper half first. */
function unpacked(packed: string): Uint8Array {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const halves = new Uint8Array(bytes.length * 2);
  bytes.forEach((byte, at) => {
    halves[at * 2] = byte >> 4;
    halves[at * 2 + 1] = byte & 0x0f;
  });
  return halves;
}

function box(scale: number): Glyph {
  const [width, height] = [Math.max(3, Math.round(12 * scale)), Math.max(4, Math.round(20 * scale))];
  const alpha = Float32Array.from({ length: width * height }, (_, at) => {
    const [column, row] = [at % width, Math.floor(at / width)];
    return column === 0 || row === 0 || column === width - 1 || row === height - 1 ? 1 : 0;
  });
  return { advance: width + 2, left: 1, top: -height, width, height, alpha };
}
