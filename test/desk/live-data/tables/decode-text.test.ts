import { texts } from '../../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../desk/live-data/tables/decode-text.ts';

const bytes = (...all: (number | string)[]): Uint8Array =>
  Buffer.concat(all.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : Buffer.from([one]))));
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('the text of a source', () => {
  it.each([
    ['UTF-8', Buffer.from('Ä'), {}],
    ['UTF-8 with a mark', Buffer.from('\ufeffÄ'), {}],
    ['UTF-8 with a mark, whatever was said of it', Buffer.from('\ufeffÄ'), { charset: 'windows-1252' }],
    ['UTF-16 with a mark', utf16('Ä'), {}],
    ['UTF-16 of the other byte order', Buffer.from(utf16('Ä')).swap16(), {}],
    ['Windows-1252 as its answer says', bytes(0xc4), { charset: 'iso-8859-1' }],
    ['Windows-1252 as the operator chose', bytes(0xc4), { charset: 'utf-8', chosen: 'windows-1252' }],
  ])('is read as %s', (_, given, { charset, chosen }: { charset?: string; chosen?: string }) => {
    expect(decodeText({ bytes: given, charset }, chosen)).toBe('Ä');
  });

  it('has the characters that Windows-1252 has more than Latin-1', () => {
    expect(decodeText({ bytes: bytes(0x80, 0x96) }, 'windows-1252')).toBe('€–');
  });

  it('is read as its XML declaration says, unless that cannot be true', () => {
    const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>`;
    expect(decodeText({ bytes: bytes(declared('ISO-8859-1'), 0xc4) })).toBe(`${declared('ISO-8859-1')}Ä`);
    expect(decodeText({ bytes: bytes(declared('utf-16'), 0xc3, 0x84) })).toBe(`${declared('utf-16')}Ä`);
  });

  it('that is not written so is refused, with the first wrong byte', () => {
    const wrong = bytes('name\nK', 0xe9, 'vin');
    expect(() => decodeText({ bytes: wrong })).toThrow(texts.data.wrongEncoding(7, 2, 'UTF-8'));
    expect(() => decodeText({ bytes: bytes('name', 0xc3) })).toThrow('Byte 5, in line 1, is no UTF-8.');
    expect(() => decodeText({ bytes: Buffer.concat([Buffer.from('\ufeffÄ'), bytes(0xff)]) })).toThrow('Byte 6,');
  });

  it('is refused in an encoding that nobody knows', () => {
    expect(() => decodeText({ bytes: bytes('a'), charset: 'klingon' })).toThrow(texts.data.unknownEncoding('klingon'));
  });

  it('is refused if it is UTF-16 without a mark, or no text', () => {
    expect(() => decodeText({ bytes: bytes('a\nb', 0) })).toThrow(texts.data.zero(texts.data.character(4, 2)));
  });
});
