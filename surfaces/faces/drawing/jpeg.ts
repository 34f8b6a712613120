import { blockOf, type CodeTable, firstCodes, firsts, restLengths, rests, valueBits } from './jpeg-block.ts';
import { acChrominance, acLuminance, dcChrominance, dcLuminance, quantized, zigZag } from './jpeg-tables.ts';

/* A baseline JPEG encoder for small pictures of flat areas and letters. Source: ITU-T T.81. */

const components = [
  { id: 1, table: 0 },
  { id: 2, table: 1 },
  { id: 3, table: 1 },
] as const;

const opening = Uint8Array.from([
  0xff,
  0xd8,
  ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
  ...quantized.flatMap((table, nth) => segment(0xdb, [nth, ...Array.from(zigZag, (at) => table[at] ?? 1)])),
]);
const tables = Uint8Array.from([
  ...segment(0xc4, [0x00, ...dcLuminance.lengths, ...dcLuminance.values]),
  ...segment(0xc4, [0x10, ...acLuminance.lengths, ...acLuminance.values]),
  ...segment(0xc4, [0x01, ...dcChrominance.lengths, ...dcChrominance.values]),
  ...segment(0xc4, [0x11, ...acChrominance.lengths, ...acChrominance.values]),
  ...segment(0xda, [components.length, ...components.flatMap(({ id, table }) => [id, table * 0x11]), 0, 63, 0]),
]);

/** Maximum bytes of a value: 27 bits plus 7 pending bits, with a stuffed byte after each. */
const mostOfValue = 8;

/** Encodes RGBA pixels without color subsampling; ignores alpha. */
export function encodeJpeg(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const out = new BitWriter();
  out.bytes(opening);
  out.bytes(frameOf(width, height));
  out.bytes(tables);
  const before = new Int16Array(components.length);
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      const place = blockOf(cut(pixels, { width, height, left, top })) * components.length;
      for (let nth = 0; nth < components.length; nth += 1) {
        const first = firsts[place + nth] ?? 0;
        out.difference(firstCodes[nth === 0 ? 0 : 1], first - (before[nth] ?? 0));
        out.rest(place + nth);
        before[nth] = first;
      }
    }
  }
  return out.end();
}

const block = new Uint32Array(64);

/** Repeats the edge pixels beyond the edge. The result is valid until the next call. */
function cut(
  pixels: Uint8Array,
  { width, height, left, top }: { width: number; height: number; left: number; top: number },
): Uint32Array {
  for (let row = 0; row < 8; row += 1) {
    const from = Math.min(top + row, height - 1) * width;
    for (let column = 0; column < 8; column += 1) {
      const at = (from + Math.min(left + column, width - 1)) * 4;
      block[row * 8 + column] = (pixels[at] ?? 0) | ((pixels[at + 1] ?? 0) << 8) | ((pixels[at + 2] ?? 0) << 16);
    }
  }
  return block;
}

function frameOf(width: number, height: number): number[] {
  const sampled = components.flatMap(({ id, table }) => [id, 0x11, table]);
  return segment(0xc0, [8, ...sixteen(height), ...sixteen(width), components.length, ...sampled]);
}

function segment(marker: number, content: readonly number[]): number[] {
  return [0xff, marker, ...sixteen(content.length + 2), ...content];
}

function sixteen(value: number): number[] {
  return [value >> 8, value & 0xff];
}

class BitWriter {
  #buffer = new Uint8Array(8_192);
  #length = 0;
  #bits = 0;
  #count = 0;

  bytes(values: ArrayLike<number>): void {
    this.#reserve(values.length);
    this.#buffer.set(values, this.#length);
    this.#length += values.length;
  }

  difference({ code, length }: CodeTable, value: number): void {
    const { bits, count } = valueBits(value);
    this.#reserve(mostOfValue);
    this.#write(code[count] ?? 0, length[count] ?? 0);
    this.#write(bits, count);
  }

  rest(place: number): void {
    const length = restLengths[place] ?? 0;
    this.#reserve(length * mostOfValue);
    for (let nth = 0; nth < length; nth += 1) {
      const one = rests[place * 64 + nth] ?? 0;
      const count = one & 31;
      // More bits would not fit beside the pending bits.
      if (count > 16) this.#write(one >>> 21, count - 16);
      this.#write((one >>> 5) & 0xffff, Math.min(count, 16));
    }
  }

  end(): Uint8Array {
    this.#reserve(mostOfValue);
    if (this.#count > 0) this.#write((1 << (8 - this.#count)) - 1, 8 - this.#count);
    this.bytes([0xff, 0xd9]);
    return this.#buffer.slice(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return;
    const larger = new Uint8Array(this.#buffer.length * 2 + count);
    larger.set(this.#buffer);
    this.#buffer = larger;
  }

  #write(bits: number, count: number): void {
    this.#bits = (this.#bits << count) | bits;
    this.#count += count;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#bits >> this.#count) & 0xff;
      this.#buffer[this.#length] = byte;
      this.#length += 1;
      if (byte !== 0xff) continue;
      // Byte stuffing: no data byte may look like a marker.
      this.#buffer[this.#length] = 0;
      this.#length += 1;
    }
  }
}
