/*
 * A baseline JPEG encoder for small pictures of flat areas and letters. Source: ITU-T T.81; its tables K.1 to K.6. A block of one color is
 * most of such a picture, and costs no transform.
 */

/** The order in which the values of a block are written: figure A.6. */
const zigZag = [
  ...[
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28,
  ],
  ...[
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
    55,
  ],
  ...[62, 63],
];

/** Tables K.1 and K.2, row by row. */
const luminance = [
  ...[
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
    87,
  ],
  ...[
    80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72,
    92,
  ],
  ...[95, 98, 112, 100, 103, 99],
];
const chrominance = [
  ...[
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
    99,
  ],
  ...[99, 99, ...new Array<number>(32).fill(99)],
];

/** A Huffman table: how many codes have each length from 1 to 16, and their values. */
interface Codes {
  lengths: readonly number[];
  values: readonly number[];
}

/** Tables K.3 to K.6. */
const dcLuminance: Codes = {
  lengths: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
};
const dcChrominance: Codes = {
  lengths: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0],
  values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
};
const acLuminance: Codes = {
  lengths: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d],
  values: bytesOf(
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a' +
      '434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8' +
      'a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  ),
};
const acChrominance: Codes = {
  lengths: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
  values: bytesOf(
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a' +
      '434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7' +
      'a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
  ),
};

/** Finer than what the eye tells on a key, and still about 3 kB. */
const quality = 90;

/** The factors by which the transform of Arai, Agui and Nakajima leaves its results too large. */
const scales = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379];

interface Component {
  id: number;
  table: 0 | 1;
  /** What the transformed values are multiplied by, in the order of the block. */
  factors: Float32Array;
  dc: CodeTable;
  ac: CodeTable;
}

/** Code and length by value. */
interface CodeTable {
  code: Uint16Array;
  length: Uint8Array;
}

const quantized = [quantizer(luminance), quantizer(chrominance)] as const;
const components: readonly Component[] = [
  component(1, 0, { dc: dcLuminance, ac: acLuminance }),
  component(2, 1, { dc: dcChrominance, ac: acChrominance }),
  component(3, 1, { dc: dcChrominance, ac: acChrominance }),
];

/** A picture of RGBA pixels, whose transparency does not count, as a JPEG file without subsampled colors. */
export function encodeJpeg(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const out = new BitWriter(1_024 + width * height);
  writeHeaders(out, width, height);
  const planes = planesOf(pixels, width, height);
  const block = new Float32Array(64);
  const before = [0, 0, 0];
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      components.forEach((component, nth) => {
        const isFlat = cut(planes[nth] ?? block, { width, height, left, top }, block);
        before[nth] = writeBlock(out, component, { block, isFlat, before: before[nth] ?? 0 });
      });
    }
  }
  return out.end();
}

/** Luminance and both colors of each pixel, less 128. Source: JFIF 1.02. */
function planesOf(pixels: Uint8Array, width: number, height: number): Float32Array[] {
  const size = width * height;
  const [y, cb, cr] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
  for (let at = 0; at < size; at += 1) {
    const red = pixels[at * 4] ?? 0;
    const green = pixels[at * 4 + 1] ?? 0;
    const blue = pixels[at * 4 + 2] ?? 0;
    y[at] = 0.299 * red + 0.587 * green + 0.114 * blue - 128;
    cb[at] = -0.168736 * red - 0.331264 * green + 0.5 * blue;
    cr[at] = 0.5 * red - 0.418688 * green - 0.081312 * blue;
  }
  return [y, cb, cr];
}

/** Takes one block out of a plane; pixels beyond its edge are those at the edge. Returns whether all are alike. */
function cut(
  plane: Float32Array,
  { width, height, left, top }: { width: number; height: number; left: number; top: number },
  block: Float32Array,
): boolean {
  const first = plane[top * width + left] ?? 0;
  let isFlat = true;
  for (let row = 0; row < 8; row += 1) {
    const from = Math.min(top + row, height - 1) * width;
    for (let column = 0; column < 8; column += 1) {
      const value = plane[from + Math.min(left + column, width - 1)] ?? 0;
      block[row * 8 + column] = value;
      if (value !== first) isFlat = false;
    }
  }
  return isFlat;
}

/** Writes a block, and returns its first value, from which that of the next block is told. */
function writeBlock(
  out: BitWriter,
  { factors, dc, ac }: Component,
  { block, isFlat, before }: { block: Float32Array; isFlat: boolean; before: number },
): number {
  if (isFlat) {
    const value = Math.round((block[0] ?? 0) * 64 * (factors[0] ?? 0));
    out.value(dc, 0, value - before);
    out.code(ac, 0);
    return value;
  }
  transform(block);
  const value = Math.round((block[0] ?? 0) * (factors[0] ?? 0));
  out.value(dc, 0, value - before);
  let zeros = 0;
  for (let nth = 1; nth < 64; nth += 1) {
    const at = zigZag[nth] ?? 0;
    const one = Math.round((block[at] ?? 0) * (factors[at] ?? 0));
    if (one === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) out.code(ac, 0xf0);
    out.value(ac, zeros << 4, one);
    zeros = 0;
  }
  if (zeros > 0) out.code(ac, 0);
  return value;
}

/** The discrete cosine transform of a block, in its place, first of its rows and then of its columns. */
function transform(block: Float32Array): void {
  for (let row = 0; row < 64; row += 8) transformLine(block, row, 1);
  for (let column = 0; column < 8; column += 1) transformLine(block, column, 8);
}

/** Arai, Agui, Nakajima: A Fast DCT-SQ Scheme for Images, 1988. */
function transformLine(block: Float32Array, from: number, step: number): void {
  const [at1, at2, at3] = [from + step, from + 2 * step, from + 3 * step];
  const [at4, at5, at6, at7] = [from + 4 * step, from + 5 * step, from + 6 * step, from + 7 * step];
  const value = (at: number): number => block[at] ?? 0;
  const sum0 = value(from) + value(at7);
  const sum1 = value(at1) + value(at6);
  const sum2 = value(at2) + value(at5);
  const sum3 = value(at3) + value(at4);
  const difference0 = value(from) - value(at7);
  const difference1 = value(at1) - value(at6);
  const difference2 = value(at2) - value(at5);
  const difference3 = value(at3) - value(at4);
  const even0 = sum0 + sum3;
  const even1 = sum1 + sum2;
  const even3 = sum0 - sum3;
  const turned = (sum1 - sum2 + even3) * Math.SQRT1_2;
  block[from] = even0 + even1;
  block[at4] = even0 - even1;
  block[at2] = even3 + turned;
  block[at6] = even3 - turned;
  const odd0 = difference3 + difference2;
  const odd2 = difference1 + difference0;
  const shared = (odd0 - odd2) * 0.382683433;
  const low = 0.5411961 * odd0 + shared;
  const high = 1.306562965 * odd2 + shared;
  const middle = (difference2 + difference1) * Math.SQRT1_2;
  const plus = difference0 + middle;
  const minus = difference0 - middle;
  block[at5] = minus + low;
  block[at3] = minus - low;
  block[at1] = plus + high;
  block[at7] = plus - high;
}

function writeHeaders(out: BitWriter, width: number, height: number): void {
  const sixteen = (value: number): number[] => [value >> 8, value & 0xff];
  const segment = (marker: number, content: readonly number[]): void => {
    out.bytes([0xff, marker, ...sixteen(content.length + 2), ...content]);
  };
  out.bytes([0xff, 0xd8]);
  segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  quantized.forEach((table, nth) => segment(0xdb, [nth, ...zigZag.map((at) => table[at] ?? 1)]));
  const sampled = components.flatMap(({ id, table }) => [id, 0x11, table]);
  segment(0xc0, [8, ...sixteen(height), ...sixteen(width), components.length, ...sampled]);
  for (const [place, { lengths, values }] of [
    [0x00, dcLuminance],
    [0x10, acLuminance],
    [0x01, dcChrominance],
    [0x11, acChrominance],
  ] as const) {
    segment(0xc4, [place, ...lengths, ...values]);
  }
  const coded = components.flatMap(({ id, table }) => [id, table * 0x11]);
  segment(0xda, [components.length, ...coded, 0, 63, 0]);
}

/** Bytes of known number at most, written bit by bit. */
class BitWriter {
  #buffer: Uint8Array;
  #length = 0;
  #bits = 0;
  #count = 0;

  constructor(size: number) {
    this.#buffer = new Uint8Array(size);
  }

  bytes(values: readonly number[]): void {
    for (const value of values) this.#byte(value);
  }

  code({ code, length }: CodeTable, value: number): void {
    this.#write(code[value] ?? 0, length[value] ?? 0);
  }

  /** A number: a code for how many bits it has, together with `prefix`, and those bits. */
  value(table: CodeTable, prefix: number, value: number): void {
    const bits = 32 - Math.clz32(Math.abs(value));
    this.code(table, prefix | bits);
    this.#write((value < 0 ? value - 1 : value) & ((1 << bits) - 1), bits);
  }

  /** Everything that was written, as a whole file. */
  end(): Uint8Array {
    if (this.#count > 0) this.#write((1 << (8 - this.#count)) - 1, 8 - this.#count);
    this.bytes([0xff, 0xd9]);
    return this.#buffer.slice(0, this.#length);
  }

  #write(bits: number, count: number): void {
    this.#bits = (this.#bits << count) | bits;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#bits >> this.#count) & 0xff;
      this.#byte(byte);
      // So that no byte of the picture looks like a marker.
      if (byte === 0xff) this.#byte(0);
    }
    this.#bits &= (1 << this.#count) - 1;
  }

  #byte(value: number): void {
    if (this.#length === this.#buffer.length) {
      const larger = new Uint8Array(this.#buffer.length * 2);
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }
}

function quantizer(table: readonly number[]): number[] {
  return table.map((value) => Math.max(1, Math.round((value * (200 - 2 * quality)) / 100)));
}

function component(id: number, table: 0 | 1, { dc, ac }: { dc: Codes; ac: Codes }): Component {
  const factors = Float32Array.from(quantized[table], (value, at) => {
    return 1 / (value * (scales[at >> 3] ?? 1) * (scales[at & 7] ?? 1) * 8);
  });
  return { id, table, factors, dc: codeTable(dc), ac: codeTable(ac) };
}

/** The codes of a table: annex C. */
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

function bytesOf(hexadecimal: string): number[] {
  return (hexadecimal.match(/../g) ?? []).map((byte) => parseInt(byte, 16));
}
