import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assetKind, extensionOf, mediaTypeOf } from '../../../service/domain/asset-kind.ts';
import { pictures } from '../../kit/picture/pictures.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
/** A font's directory with these tables, all empty. */
const font = (start: string, ...tables: string[]): Buffer =>
  Buffer.concat([
    latin(start),
    Buffer.from([0, tables.length, 0, 0, 0, 0, 0, 0]),
    ...tables.map((name) => Buffer.concat([latin(name), Buffer.alloc(12)])),
  ]);
const film = (brand: string): Buffer => latin(`\0\0\0\x18ftyp${brand}\0\0\0\0mp41`);
const svg = (before: string): Buffer => Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg"/>`);
const sting = readFileSync(join(import.meta.dirname, '../../../service/demo/pictures/sting.wav'));

describe('what an upload is, is told by its bytes', () => {
  it.each<[string, Uint8Array, string]>([
    ['a PNG', pictures.png, 'png image/png'],
    ['a JPEG', pictures.jpeg, 'jpeg image/jpeg'],
    ['a GIF', pictures.gif, 'gif image/gif'],
    ['a WebP', pictures.webpLossy, 'webp image/webp'],
    ['a drawing', svg(''), 'svg image/svg+xml'],
    ['a drawing of an older program', svg('\ufeff<?xml version="1.0"?>\n<!-- a <svg> -->\n'), 'svg image/svg+xml'],
    [
      'a drawing with entities',
      svg('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [\n<!ENTITY ns "http://x">\n]>'),
      'svg image/svg+xml',
    ],
    ['a drawing with a document type', svg('<!DOCTYPE svg>'), 'svg image/svg+xml'],
    ['a drawing whose names have a prefix', Buffer.from('<s:svg xmlns:s="x"/>'), 'svg image/svg+xml'],
    ['a WOFF2 font', latin('wOF2\0\x01\0\0'), 'woff2 font/woff2'],
    ['an OpenType font', font('OTTO', 'CFF ', 'cmap', 'head'), 'otf font/otf'],
    ['a TrueType font', font('\0\x01\0\0', 'cmap', 'glyf', 'head'), 'ttf font/ttf'],
    ['a TrueType font of a Mac', font('true', 'cmap', 'head'), 'ttf font/ttf'],
    ['an MP4 film', film('isom'), 'mp4 video/mp4'],
    ['a WebM film', latin('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm\x42\x87\x81\x04'), 'webm video/webm'],
    ['a WAV sound', sting, 'wav audio/wav'],
    ['an Ogg sound', latin('OggS\0\x02'), 'ogg audio/ogg'],
    ['an MP3 with a tag', latin('ID3\x04\0\0'), 'mp3 audio/mpeg'],
    ['an MP3 without one', Buffer.from([0xff, 0xfb, 0x90, 0x00]), 'mp3 audio/mpeg'],
  ])('%s', (_, bytes, expected) => {
    const kind = assetKind(bytes);
    expect(kind && `${kind.extension} ${kind.mediaType}`).toBe(expected);
    expect([mediaTypeOf(kind!.extension), extensionOf(kind!.mediaType)]).toEqual([kind!.mediaType, kind!.extension]);
  });

  it.each<[string, Uint8Array]>([
    ['nothing', Buffer.alloc(0)],
    ['words', Buffer.from('a picture')],
    ['a page', Buffer.from('<!doctype html><svg></svg>')],
    ['a page that mentions a drawing', Buffer.from('<html><!-- <svg> --></html>')],
    ['a script', Buffer.from('import "./svg.js"')],
    ['a comment without an end', Buffer.from('<!-- <svg>')],
    ['a document type without an end', Buffer.from('<!DOCTYPE svg [ <svg>')],
    ['a cut PNG', pictures.png.subarray(0, 20)],
    ['a PNG that is cut after its header', pictures.png.subarray(0, -13)],
    ['a WebP that is cut after its header', pictures.webpLossy.subarray(0, -1)],
    ['a picture of another kind (AVIF)', film('avif')],
    ['a picture of a phone (HEIC)', film('heic')],
    ['a QuickTime film', film('qt  ')],
    ['a Matroska film', latin('\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska')],
    ['a RIFF file that is no sound', latin('RIFF\0\0\0\0AVI LIST')],
    ['a program', latin('MZ\x90\0')],
    ['a font without letters', font('\0\x01\0\0', 'head')],
    ['a font that was cut', font('\0\x01\0\0', 'cmap', 'head').subarray(0, 30)],
    ['AAC', Buffer.from([0xff, 0xf1, 0x50, 0x80])],
    ['half of UTF-16', Buffer.from([0xff, 0xfe, 0x3c, 0x00])],
    ['a zip', latin('PK\x03\x04')],
  ])('%s is none that is taken', (_, bytes) => {
    expect(assetKind(bytes)).toBeUndefined();
  });
});
