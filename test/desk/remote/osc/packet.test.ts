import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mostOfPacket,
  type OscArgument,
  OscMalformed,
  type OscPacket,
  readPacket,
  writeMessage,
} from '../../../../desk/remote/osc/packet.ts';
import { writePacket } from '../../../kit/desk/osc-writer.ts';

const addressPart = fc.stringMatching(/^[A-Za-z0-9_.\-!$&()*?[\]{}]{1,8}$/);
const address = fc.array(addressPart, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((one) => !one.includes('\0'));
const bits64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const argument: fc.Arbitrary<OscArgument> = fc.oneof(
  fc.record({ type: fc.constant('i' as const), value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }) }),
  fc.record({ type: fc.constant('f' as const), value: fc.float() }),
  fc.record({ type: fc.constant('d' as const), value: fc.double() }),
  fc.record({ type: fc.constant('h' as const), value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) }),
  fc.record({ type: fc.constant('t' as const), value: bits64 }),
  fc.record({ type: fc.constantFrom('s' as const, 'S' as const), value: text }),
  fc.record({ type: fc.constant('b' as const), value: fc.uint8Array({ maxLength: 9 }) }),
  fc.record({ type: fc.constantFrom('T' as const, 'F' as const, 'N' as const, 'I' as const) }),
);
const message = fc.record({ address, arguments: fc.array(argument, { maxLength: 5 }) });
const packet = fc.letrec<{ packet: OscPacket }>((tie) => ({
  packet: fc.oneof(
    { maxDepth: 3 },
    message,
    fc.record({ timetag: bits64, elements: fc.array(tie('packet'), { maxLength: 3 }) }),
  ),
})).packet;

/** What reading bytes comes to: the packet, or that they are refused. Anything else that is thrown fails the test. */
function read(bytes: Uint8Array): OscPacket | 'refused' {
  try {
    return readPacket(bytes);
  } catch (thrown) {
    if (thrown instanceof OscMalformed) return 'refused';
    throw thrown;
  }
}

const bytesOf = (written: string): Uint8Array => Uint8Array.from(Buffer.from(written, 'latin1'));

describe('an OSC packet', () => {
  it('is written as the specification writes its examples', () => {
    const frequency = writePacket({ address: '/oscillator/4/frequency', arguments: [{ type: 'f', value: 440 }] });
    expect(Buffer.from(frequency).toString('latin1')).toBe('/oscillator/4/frequency\0,f\0\0\x43\xdc\0\0');
    const bundle = writePacket({ timetag: 1n, elements: [{ address: '/a', arguments: [] }] });
    expect(Buffer.from(bundle).toString('latin1')).toBe('#bundle\0\0\0\0\0\0\0\0\x01\0\0\0\x08/a\0\0,\0\0\0');
  });

  it('of the desk is written as any program would write it', () => {
    fc.assert(
      fc.property(address, text, fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (to, word, number) => {
        const all: [string | number, OscArgument][] = [
          [word, { type: 's', value: word }],
          [number, { type: 'i', value: number }],
        ];
        for (const [value, argument] of all) {
          const written = Buffer.from(writePacket({ address: to, arguments: [argument] }));
          expect(Buffer.compare(writeMessage(to, value), written)).toBe(0);
        }
      }),
    );
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(packet, (given) => {
        expect(readPacket(writePacket(given))).toEqual(given);
      }),
    );
  });

  it('is read or refused, whatever the bytes are', () => {
    const whole = fc.uint8Array({ maxLength: 200 }).map((bytes) => bytes.subarray(0, bytes.length & ~3));
    fc.assert(
      fc.property(fc.oneof(whole, fc.uint8Array({ maxLength: 99 })), (bytes) => {
        expect(() => read(bytes)).not.toThrow();
      }),
    );
  });

  it('is read or refused, whatever byte of it is another, and wherever it is cut off', () => {
    fc.assert(
      fc.property(packet, fc.nat(), fc.nat(255), (given, at, byte) => {
        const bytes = writePacket(given);
        const other = Uint8Array.from(bytes);
        other[at % bytes.length] = byte;
        const changed = read(other);
        // What is read has one spelling: nothing in the bytes is left unread.
        if (changed !== 'refused') expect(writePacket(changed)).toHaveLength(bytes.length);
        read(bytes.subarray(0, at % bytes.length));
      }),
    );
  });

  it('that lacks its last value is refused', () => {
    const withValue = message.filter(({ arguments: all }) => all.some((one) => 'value' in one));
    fc.assert(
      fc.property(withValue, (given) => {
        expect(read(writePacket(given).slice(0, -4))).toBe('refused');
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['no multiple of four bytes', '/a\0\0,\0\0'],
    ['an address without a slash', 'abc\0,\0\0\0'],
    ['a space in its address', '/a b\0\0\0\0,\0\0\0'],
    ['no types', '/a\0\0'],
    ['types without a comma', '/a\0\0i\0\0\0\0\0\0\x01'],
    ['a text without an end', '/a\0\0,s\0\0abcd'],
    ['a text that is not filled up with zeros', '/a\0x,\0\0\0'],
    ['a text that is not UTF-8', '/a\0\0,s\0\0\xff\xfe\0\0'],
    ['a type that nobody knows', '/a\0\0,q\0\0\0\0\0\x01'],
    ['an array', '/a\0\0,[]\0'],
    ['more than its arguments', '/a\0\0,\0\0\0\0\0\0\x01'],
    ['a blob of less than nothing', '/a\0\0,b\0\0\xff\xff\xff\xff'],
    ['a blob that is longer than itself', '/a\0\0,b\0\0\x7f\xff\xff\xff'],
    ['half a time tag', '#bundle\0\0\0\0\0'],
    ['an element of no length', '#bundle\0\0\0\0\0\0\0\0\x01\0\0\0\0'],
    ['an element that is longer than the bundle', '#bundle\0\0\0\0\0\0\0\0\x01\0\0\0\x10/a\0\0,\0\0\0'],
  ])('with %s is refused', (_, bytes) => {
    expect(read(bytesOf(bytes))).toBe('refused');
  });

  it('that is too large, too deep or has too many messages is refused, and one less is not', () => {
    const small: OscPacket = { address: '/a', arguments: [] };
    const many = (count: number): OscPacket => ({ timetag: 1n, elements: Array.from({ length: count }, () => small) });
    const deep = (depth: number): OscPacket => (depth === 0 ? small : { timetag: 1n, elements: [deep(depth - 1)] });
    const large = (length: number): OscPacket => ({
      address: '/a',
      arguments: [{ type: 'b', value: new Uint8Array(length) }],
    });
    const outcome = (given: OscPacket) => (read(writePacket(given)) === 'refused' ? 'refused' : 'read');
    expect([many(100), many(101), deep(4), deep(5)].map(outcome)).toEqual(['read', 'refused', 'read', 'refused']);
    expect([large(mostOfPacket - 12), large(mostOfPacket)].map(outcome)).toEqual(['read', 'refused']);
  });
});
