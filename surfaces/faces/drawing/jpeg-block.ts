import {
  acChrominance,
  acLuminance,
  type Codes,
  dcChrominance,
  dcLuminance,
  quantized,
  zigZag,
} from './jpeg-tables.ts';

/*
 * Encoded 8 by 8 blocks of JPEG files. Letters recur at the same places of keys, so blocks are cached, in a few long
 * arrays without garbage collection cost.
 */

export interface CodeTable {
  code: Uint16Array;
  length: Uint8Array;
}

export const firstCodes = [codeTable(dcLuminance), codeTable(dcChrominance)] as const;
const restCodes = [codeTable(acLuminance), codeTable(acChrominance)] as const;

/** Scale errors of the transform of Arai, Agui and Nakajima. */
const scales = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379];
const factors = quantized.map((table) =>
  Float64Array.from(zigZag, (at) => 1 / ((table[at] ?? 1) * (scales[at >> 3] ?? 1) * (scales[at & 7] ?? 1) * 8)),
);

/** Cached blocks, a power of 2; 4 MB. */
const kept = 4_096;
/** Row by row, as `0xBBGGRR`. */
const pixelsOf = new Uint32Array(kept * 64);
/** First values of luminance and both colors per block. A file stores the difference to the previous block. */
export const firsts = new Int16Array(kept * 3);
/** All other values as in the file: bits, with their count in the five lowest bits. At least one per block. */
export const rests = new Uint32Array(kept * 3 * 64);
export const restLengths = new Uint8Array(kept * 3);

/** The cache index of a block. Its luminance is at three times the index, followed by the colors. */
export function blockOf(pixels: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < 64; at += 1) sum = Math.imul(sum ^ (pixels[at] ?? 0), 0x9e3779b1);
  const block = (sum ^ (sum >>> 16)) & (kept - 1);
  if (!isKept(pixels, block)) keep(pixels, block);
  return block;
}

function isKept(pixels: Uint32Array, block: number): boolean {
  if (restLengths[block * 3] === 0) return false;
  for (let at = 0; at < 64; at += 1) if (pixels[at] !== pixelsOf[block * 64 + at]) return false;
  return true;
}

/** Weights and offset of luminance and both colors. Source: JFIF 1.02. */
const weights = [
  { red: 0.299, green: 0.587, blue: 0.114, less: 128 },
  { red: -0.168736, green: -0.331264, blue: 0.5, less: 0 },
  { red: 0.5, green: -0.418688, blue: -0.081312, less: 0 },
] as const;

const component = new Float64Array(64);

function keep(pixels: Uint32Array, block: number): void {
  pixelsOf.set(pixels, block * 64);
  for (const [nth, { red, green, blue, less }] of weights.entries()) {
    for (let at = 0; at < 64; at += 1) {
      const pixel = pixels[at] ?? 0;
      component[at] = red * (pixel & 0xff) + green * ((pixel >> 8) & 0xff) + blue * ((pixel >> 16) & 0xff) - less;
    }
    transform(component);
    keepComponent(block * 3 + nth, nth === 0 ? 0 : 1);
  }
}

const [sixteenZeros, onlyZeros] = [0xf0, 0];
const none = { bits: 0, count: 0 };

function keepComponent(place: number, table: 0 | 1): void {
  const { code, length } = restCodes[table];
  let used = 0;
  const add = (value: number, { bits, count }: { bits: number; count: number }): void => {
    rests[place * 64 + used] = ((((code[value] ?? 0) << count) | bits) << 5) | ((length[value] ?? 0) + count);
    used += 1;
  };
  let zeros = 0;
  for (let nth = 1; nth < 64; nth += 1) {
    const value = quantizedAt(nth, table);
    if (value === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) add(sixteenZeros, none);
    const own = valueBits(value);
    add((zeros << 4) | own.count, own);
    zeros = 0;
  }
  if (zeros > 0) add(onlyZeros, none);
  firsts[place] = quantizedAt(0, table);
  restLengths[place] = used;
}

function quantizedAt(nth: number, table: 0 | 1): number {
  return Math.round((component[zigZag[nth] ?? 0] ?? 0) * (factors[table]?.[nth] ?? 0));
}

/** The bits of a number after its length code. */
export function valueBits(value: number): { bits: number; count: number } {
  const count = 32 - Math.clz32(Math.abs(value));
  return { bits: (value < 0 ? value - 1 : value) & ((1 << count) - 1), count };
}

/** In-place discrete cosine transform, rows first. */
function transform(block: Float64Array): void {
  for (let row = 0; row < 64; row += 8) transformLine(block, row, 1);
  for (let column = 0; column < 8; column += 1) transformLine(block, column, 8);
}

/** Arai, Agui, Nakajima: A Fast DCT-SQ Scheme for Images, 1988. */
function transformLine(block: Float64Array, from: number, step: number): void {
  const at = (nth: number): number => from + nth * step;
  const value = (nth: number): number => block[at(nth)] ?? 0;
  const sum0 = value(0) + value(7);
  const sum1 = value(1) + value(6);
  const sum2 = value(2) + value(5);
  const sum3 = value(3) + value(4);
  const difference0 = value(0) - value(7);
  const difference1 = value(1) - value(6);
  const difference2 = value(2) - value(5);
  const difference3 = value(3) - value(4);
  const even0 = sum0 + sum3;
  const even1 = sum1 + sum2;
  const even3 = sum0 - sum3;
  const turned = (sum1 - sum2 + even3) * Math.SQRT1_2;
  block[at(0)] = even0 + even1;
  block[at(4)] = even0 - even1;
  block[at(2)] = even3 + turned;
  block[at(6)] = even3 - turned;
  const odd0 = difference3 + difference2;
  const odd2 = difference1 + difference0;
  const shared = (odd0 - odd2) * 0.382683433;
  const low = 0.5411961 * odd0 + shared;
  const high = 1.306562965 * odd2 + shared;
  const middle = (difference2 + difference1) * Math.SQRT1_2;
  const plus = difference0 + middle;
  const minus = difference0 - middle;
  block[at(5)] = minus + low;
  block[at(3)] = minus - low;
  block[at(1)] = plus + high;
  block[at(7)] = plus - high;
}

/** ITU-T T.81, annex C. */
function codeTable({ lengths, values }: Codes): CodeTable {
  const table = { code: new Uint16Array(256), length: new Uint8Array(256) };
  let code = 0;
  let nth = 0;
  lengths.forEach((count, shorter) => {
    for (let left = count; left > 0; left -= 1, nth += 1, code += 1) {
      const value = values[nth] ?? 0;
      table.code[value] = code;
      table.length[value] = shorter + 1;
    }
    code <<= 1;
  });
  return table;
}
