import { texts } from '../../../contract/texts/texts.ts';

/**
 * Strict OSC parser; any deviation refuses the whole packet. Source: "The Open Sound Control 1.0 Specification" and the
 * types of OSC 1.1.
 */

export type OscArgument =
  | { type: 'i' | 'f' | 'd'; value: number }
  | { type: 'h' | 't'; value: bigint }
  | { type: 's' | 'S'; value: string }
  | { type: 'b'; value: Uint8Array }
  | { type: 'T' | 'F' | 'N' | 'I' };

export interface OscMessage {
  address: string;
  arguments: readonly OscArgument[];
}

/** `timetag`: a 64-bit NTP time; 1 means immediately. */
export interface OscBundle {
  timetag: bigint;
  elements: readonly OscPacket[];
}

export type OscPacket = OscMessage | OscBundle;

export class OscMalformed extends Error {}

/** Limits per packet: bytes, messages, nested bundles. */
export const mostOfPacket = 65_536;
const mostMessages = 100;
const deepest = 4;

const bundleHead = '#bundle';
/** Printable ASCII except space, `#` and `,`. Patterns (`*?[]{}`) pass; the caller refuses them. */
const addressForm = /^\/[!"$-+\--~]*$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Throws {@link OscMalformed}. */
export function readPacket(bytes: Uint8Array): OscPacket {
  if (bytes.length > mostOfPacket) throw new OscMalformed(texts.osc.packetTooLong(mostOfPacket));
  if (bytes.length === 0 || bytes.length % 4 !== 0) throw new OscMalformed(texts.osc.notFour);
  return readElement(new PacketReader(bytes), { depth: 0, count: { messages: 0 } });
}

interface Nesting {
  depth: number;
  count: { messages: number };
}

function readElement(reader: PacketReader, { depth, count }: Nesting): OscPacket {
  const head = reader.text();
  if (head !== bundleHead) {
    count.messages += 1;
    if (count.messages > mostMessages) throw new OscMalformed(texts.osc.tooManyMessages(mostMessages));
    return readMessage(head, reader);
  }
  if (depth === deepest) throw new OscMalformed(texts.osc.bundlesTooDeep);
  const timetag = reader.unsigned64();
  const elements: OscPacket[] = [];
  while (reader.left > 0) elements.push(readElement(reader.part(), { depth: depth + 1, count }));
  return { timetag, elements };
}

function readMessage(address: string, reader: PacketReader): OscMessage {
  if (!addressForm.test(address)) throw new OscMalformed(texts.osc.noAddress);
  const types = reader.text();
  if (!types.startsWith(',')) throw new OscMalformed(texts.osc.noTypes);
  const read = Array.from(types.slice(1), (type) => readArgument(type, reader));
  if (reader.left > 0) throw new OscMalformed(texts.osc.messageTooLong);
  return { address, arguments: read };
}

function readArgument(type: string, reader: PacketReader): OscArgument {
  switch (type) {
    case 'i':
      return { type, value: reader.integer() };
    case 'f':
      return { type, value: reader.float32() };
    case 'd':
      return { type, value: reader.float64() };
    case 'h':
      return { type, value: BigInt.asIntN(64, reader.unsigned64()) };
    case 't':
      return { type, value: reader.unsigned64() };
    case 's':
    case 'S':
      return { type, value: reader.text() };
    case 'b':
      return { type, value: reader.blob() };
    case 'T':
    case 'F':
    case 'N':
    case 'I':
      return { type };
    default:
      throw new OscMalformed(texts.osc.unknownType);
  }
}

class PacketReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  integer(): number {
    return this.#view.getInt32(this.#skip(4));
  }

  float32(): number {
    return this.#view.getFloat32(this.#skip(4));
  }

  float64(): number {
    return this.#view.getFloat64(this.#skip(8));
  }

  unsigned64(): bigint {
    return this.#view.getBigUint64(this.#skip(8));
  }

  text(): string {
    const from = this.#at;
    const end = this.#bytes.indexOf(0, from);
    if (end < 0) throw new OscMalformed(texts.osc.textUnended);
    this.#skip(end - from);
    // At least one zero terminates the text.
    this.#zeros(4 - ((end - from) % 4));
    try {
      return utf8.decode(this.#bytes.subarray(from, end));
    } catch (error) {
      throw new OscMalformed(texts.osc.notUtf8, { cause: error });
    }
  }

  blob(): Uint8Array {
    const length = this.integer();
    if (length < 0 || length > this.left) throw new OscMalformed(texts.osc.cutShort);
    const from = this.#skip(length);
    this.#zeros((4 - (length % 4)) % 4);
    return this.#bytes.slice(from, from + length);
  }

  part(): PacketReader {
    const length = this.integer();
    if (length <= 0 || length % 4 !== 0) throw new OscMalformed(texts.osc.notFour);
    const from = this.#skip(length);
    return new PacketReader(this.#bytes.subarray(from, from + length));
  }

  #zeros(count: number): void {
    const from = this.#skip(count);
    if (this.#bytes.subarray(from, from + count).some((byte) => byte !== 0)) {
      throw new OscMalformed(texts.osc.notPadded);
    }
  }

  #skip(count: number): number {
    if (count > this.left) throw new OscMalformed(texts.osc.cutShort);
    const from = this.#at;
    this.#at += count;
    return from;
  }
}

/** A message with one text or one 32-bit integer. Texts must not contain zero bytes. */
export function writeMessage(address: string, value: string | number): Uint8Array {
  if (typeof value === 'string') return Buffer.concat([address, ',s', value].map(paddedText));
  const integer = Buffer.alloc(4);
  integer.writeInt32BE(value);
  return Buffer.concat([paddedText(address), paddedText(',i'), integer]);
}

/** At least one zero ends a text, up to a multiple of four bytes. */
function paddedText(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes, Buffer.alloc(4 - (bytes.length % 4))]);
}
