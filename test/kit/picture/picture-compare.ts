import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * How much a drawn picture may differ from its reference: `threshold` is how far (0 to 1) the color of a pixel may be off
 * before it counts, `pixels` how many of 960 x 540 may count. On one machine two runs differ in none. A name that stands two
 * pixels of the frame off makes some 1500 of them, an accent bar whose green is off by 18 of 255 makes 525; what is let
 * through is as much as a corner that is smoothed otherwise.
 */
export const tolerance = { threshold: 0.03, pixels: 60 } as const;

/** What differs between two pictures. */
export interface Difference {
  /** How many pixels differ by more than the threshold. */
  pixels: number;
  /** Draws a picture in which they are marked. */
  marked(): PNG;
}

/** Compares two PNG files of one size. */
export function differenceOf(actual: Buffer, expected: Buffer): Difference {
  const [one, other] = [PNG.sync.read(actual), PNG.sync.read(expected)];
  const { width, height } = other;
  if (one.width !== width || one.height !== height) {
    throw new Error(`The picture is ${one.width} x ${one.height}, its reference ${width} x ${height}.`);
  }
  // `includeAA`: an edge that stands elsewhere counts, although it looks like a smoothed one.
  const options = { threshold: tolerance.threshold, includeAA: true };
  const compare = (drawn?: PNG): number => pixelmatch(one.data, other.data, drawn?.data, width, height, options);
  return {
    pixels: compare(),
    marked: () => {
      const marked = new PNG({ width, height });
      compare(marked);
      return marked;
    },
  };
}

/** How many pixels of a PNG file are not exactly this gray. */
export function notGray(picture: Buffer, gray: number): number {
  const { data } = PNG.sync.read(picture);
  let others = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== gray || data[at + 1] !== gray || data[at + 2] !== gray) others += 1;
  }
  return others;
}

/** What share of the pixels of a PNG file is opaque and of this color, give or take 8 of 255 in red, green and blue. */
export function shareOf(picture: Buffer, color: readonly [red: number, green: number, blue: number]): number {
  const { data, width, height } = PNG.sync.read(picture);
  let alike = 0;
  for (let at = 0; at < data.length; at += 4) {
    const near = color.every((part, which) => Math.abs(part - (data[at + which] ?? 0)) <= 8);
    if (near && data[at + 3] === 255) alike += 1;
  }
  return alike / (width * height);
}

/**
 * References in a directory, one PNG file per name. With `renew` a picture that is not like its reference takes its place,
 * otherwise it is refused.
 */
export class References {
  readonly #directory: string;
  readonly #renew: boolean;
  #refused: string | undefined;

  constructor(directory: string, renew: boolean) {
    this.#directory = directory;
    this.#renew = renew;
  }

  /** What is wrong with a picture; nothing where it is as it should be. */
  problem(name: string, actual: Buffer): string | undefined {
    const file = join(this.#directory, `${name}.png`);
    const known = existsSync(file);
    const difference = known ? differenceOf(actual, readFileSync(file)) : undefined;
    if (difference && difference.pixels <= tolerance.pixels) return undefined;
    if (this.#renew) return this.#take(file, actual);
    if (!difference) return `${name}: there is no reference ${file}`;
    return `${name}: ${difference.pixels} pixels differ, see ${this.#keep(name, actual, difference.marked())}`;
  }

  #take(file: string, actual: Buffer): undefined {
    mkdirSync(this.#directory, { recursive: true });
    writeFileSync(file, small(actual));
  }

  /** Writes what was drawn and what differs where they can be looked at; says where. */
  #keep(name: string, actual: Buffer, marked: PNG): string {
    this.#refused ??= mkdtempSync(join(tmpdir(), 'overlay-pictures-'));
    writeFileSync(join(this.#refused, `${name}.actual.png`), actual);
    writeFileSync(join(this.#refused, `${name}.difference.png`), PNG.sync.write(marked));
    return join(this.#refused, `${name}.difference.png`);
  }
}

/**
 * The same picture in fewer bytes: without transparency, which it does not use, and with colors in steps of 8 of 255, which
 * is far below the threshold and lets the gradients of the plates be packed.
 */
function small(picture: Buffer): Buffer {
  const png = PNG.sync.read(picture);
  for (const [at, value] of png.data.entries()) png.data[at] = Math.min(255, Math.round(value / 8) * 8);
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9, filterType: -1 });
}
