import type { OscArgument, OscPacket } from '../../../desk/remote/osc/packet.ts';

// What programs send: the desk itself writes single messages alone.

/** The texts must not contain zero bytes. */
export function writePacket(packet: OscPacket): Uint8Array {
  if ('elements' in packet) {
    const parts = packet.elements.map(writePacket).flatMap((part) => [integer(part.length), part]);
    return joined([text('#bundle'), unsigned64(packet.timetag), ...parts]);
  }
  const types = packet.arguments.map(({ type }) => type).join('');
  return joined([text(packet.address), text(`,${types}`), ...packet.arguments.map(argument)]);
}

function argument(one: OscArgument): Uint8Array {
  switch (one.type) {
    case 'i':
      return integer(one.value);
    case 'f':
      return written(4, (view) => view.setFloat32(0, one.value));
    case 'd':
      return written(8, (view) => view.setFloat64(0, one.value));
    case 'h':
    case 't':
      return unsigned64(BigInt.asUintN(64, one.value));
    case 's':
    case 'S':
      return text(one.value);
    case 'b':
      return joined([integer(one.value.length), filledUp(one.value, (4 - (one.value.length % 4)) % 4)]);
    default:
      return new Uint8Array();
  }
}

function integer(value: number): Uint8Array {
  return written(4, (view) => view.setInt32(0, value));
}

function unsigned64(value: bigint): Uint8Array {
  return written(8, (view) => view.setBigUint64(0, value));
}

function text(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value);
  return filledUp(bytes, 4 - (bytes.length % 4));
}

function written(length: number, write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length);
  write(new DataView(bytes.buffer));
  return bytes;
}

function filledUp(bytes: Uint8Array, zeros: number): Uint8Array {
  return joined([bytes, new Uint8Array(zeros)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const [slipEnd, slipEscape, slipEscapedEnd, slipEscapedEscape] = [0xc0, 0xdb, 0xdc, 0xdd];

export function slipFrame(packet: Uint8Array): Uint8Array {
  const escaped = [...packet].flatMap((byte) => {
    if (byte === slipEnd) return [slipEscape, slipEscapedEnd];
    return byte === slipEscape ? [slipEscape, slipEscapedEscape] : [byte];
  });
  return Uint8Array.from([slipEnd, ...escaped, slipEnd]);
}

/** Milliseconds from 1900 (NTP epoch) to 1970. */
const to1970 = 2_208_988_800_000;

/** `time`: ms since 1970. */
export function timetagOf(time: number): bigint {
  return BigInt.asUintN(64, BigInt(Math.round(((time + to1970) / 1_000) * 2 ** 20)) << 12n);
}
