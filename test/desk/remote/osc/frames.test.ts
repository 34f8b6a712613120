import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OscFrames, LengthFrames, SlipFrames } from '../../../../desk/remote/osc/frames.ts';
import { mostOfPacket, OscMalformed } from '../../../../desk/remote/osc/packet.ts';
import { slipFrame } from '../../../kit/desk/osc-writer.ts';

function lengthFrame(packet: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(packet.length);
  return Buffer.concat([length, packet]);
}

/** What comes of bytes that arrive in these parts. */
function readAll(frames: OscFrames, parts: readonly Uint8Array[]): number[][] {
  return parts.flatMap((part) => [...frames.read(part)]).map((packet) => [...packet]);
}

/** Bytes cut into parts of these lengths, again and again. */
function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += parts.at(-1)?.length ?? 0) {
    parts.push(bytes.subarray(at, at + (lengths[parts.length % lengths.length] ?? 1)));
  }
  return parts;
}

const kinds = [
  ['SLIP', () => new SlipFrames(), slipFrame],
  ['length first', () => new LengthFrames(), lengthFrame],
] as const;

describe.each(kinds)('packets on TCP with %s', (_, open, frame) => {
  it('come out as they went in, wherever the bytes are cut', () => {
    const packets = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 6 });
    const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(packets, lengths, (given, cuts) => {
        const frames = open();
        const bytes = Buffer.concat(given.map(frame));
        expect(readAll(frames, cut(bytes, cuts))).toEqual(given.map((packet) => [...packet]));
        expect(frames.unfinished).toBe(false);
      }),
    );
  });

  it('are unfinished until the last byte', () => {
    const frames = open();
    const bytes = frame(Uint8Array.from([1, 2, 3]));
    expect([readAll(frames, [bytes.subarray(0, -1)]), frames.unfinished]).toEqual([[], true]);
    expect([readAll(frames, [bytes.subarray(-1)]), frames.unfinished]).toEqual([[[1, 2, 3]], false]);
  });

  it('may be as large as a datagram, and no larger', () => {
    expect(readAll(open(), [frame(new Uint8Array(mostOfPacket))])).toHaveLength(1);
    expect(() => readAll(open(), [frame(new Uint8Array(mostOfPacket + 1))])).toThrow(OscMalformed);
  });

  it('that came whole before something wrong are there', () => {
    const wrong = { SLIP: [0xdb, 0x01], 'length first': [0, 0, 0, 0] };
    const frames = open();
    const seen: number[][] = [];
    const bytes = Buffer.concat([frame(Uint8Array.from([7])), Buffer.from(wrong[_])]);
    expect(() => {
      for (const packet of frames.read(bytes)) seen.push([...packet]);
    }).toThrow(OscMalformed);
    expect(seen).toEqual([[7]]);
  });
});
