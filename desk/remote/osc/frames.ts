import { texts } from '../../../contract/texts/texts.ts';
import { mostOfPacket, OscMalformed } from './packet.ts';

export interface OscFrames {
  /** Yields completed packets, then throws {@link OscMalformed} if the rest is unreadable. */
  read(part: Uint8Array): Iterable<Uint8Array>;
  readonly unfinished: boolean;
}

const tooLong = (): OscMalformed => new OscMalformed(texts.osc.packetTooLong(mostOfPacket));

const [slipEnd, slipEscape, slipEscapedEnd, slipEscapedEscape] = [0xc0, 0xdb, 0xdc, 0xdd];

/** SLIP (RFC 1055) as in OSC 1.1: an END byte ends a packet, and usually also begins it. */
export class SlipFrames implements OscFrames {
  readonly #held = new Held();
  #escaped = false;

  get unfinished(): boolean {
    return this.#escaped || this.#held.length > 0;
  }

  *read(part: Uint8Array): Iterable<Uint8Array> {
    for (let at = 0; at < part.length; at += 1) {
      const byte = part[at] ?? 0;
      if (this.#escaped) this.#held.add(unescaped(byte));
      else if (byte !== slipEnd && byte !== slipEscape) this.#held.add(byte);
      else if (byte === slipEnd && this.#held.length > 0) yield this.#held.takeAll();
      this.#escaped = !this.#escaped && byte === slipEscape;
    }
  }
}

function unescaped(byte: number): number {
  if (byte === slipEscapedEnd) return slipEnd;
  if (byte === slipEscapedEscape) return slipEscape;
  throw new OscMalformed(texts.osc.noSlip);
}

/** OSC 1.0: four bytes of length before each packet. */
export class LengthFrames implements OscFrames {
  readonly #held = new Held();
  #length: number | null = null;

  get unfinished(): boolean {
    return this.#length !== null || this.#held.length > 0;
  }

  *read(part: Uint8Array): Iterable<Uint8Array> {
    for (let at = 0; at < part.length; at += 1) {
      this.#held.add(part[at] ?? 0);
      if (this.#held.length < (this.#length ?? 4)) continue;
      const taken = this.#held.takeAll();
      const isPacket = this.#length !== null;
      this.#length = isPacket ? null : checkedLength(taken);
      if (isPacket) yield taken;
    }
  }
}

function checkedLength(bytes: Uint8Array): number {
  const length = new DataView(bytes.buffer).getUint32(0);
  if (length > mostOfPacket) throw tooLong();
  if (length === 0) throw new OscMalformed(texts.osc.notFour);
  return length;
}

class Held {
  #bytes = new Uint8Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(byte: number): void {
    if (this.#length === mostOfPacket) throw tooLong();
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#bytes.length * 2, mostOfPacket));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  takeAll(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }
}
