import { type PictureHeader, pictureHeader } from './picture-header.ts';

export interface AssetKind {
  extension: string;
  mediaType: string;
}

interface KnownKind extends AssetKind {
  is: (bytes: Uint8Array, picture: PictureHeader | undefined) => boolean;
}

const picture = (extension: string, mediaType: string): KnownKind => ({
  extension,
  mediaType,
  is: (_bytes, header) => header?.mediaType === mediaType,
});

const kinds: readonly KnownKind[] = [
  picture('png', 'image/png'),
  picture('jpeg', 'image/jpeg'),
  picture('gif', 'image/gif'),
  picture('webp', 'image/webp'),
  { extension: 'woff2', mediaType: 'font/woff2', is: (bytes) => latin(bytes, 0, 4) === 'wOF2' },
  { extension: 'otf', mediaType: 'font/otf', is: (bytes) => latin(bytes, 0, 4) === 'OTTO' && hasTables(bytes) },
  { extension: 'ttf', mediaType: 'font/ttf', is: (bytes) => isTrueType(bytes) },
  { extension: 'mp4', mediaType: 'video/mp4', is: isMp4 },
  { extension: 'webm', mediaType: 'video/webm', is: isWebm },
  { extension: 'wav', mediaType: 'audio/wav', is: (bytes) => /^RIFF[^]{4}WAVE$/.test(latin(bytes, 0, 12)) },
  { extension: 'ogg', mediaType: 'audio/ogg', is: (bytes) => latin(bytes, 0, 5) === 'OggS\0' },
  { extension: 'mp3', mediaType: 'audio/mpeg', is: isMp3 },
  { extension: 'svg', mediaType: 'image/svg+xml', is: isSvg },
];

export const assetExtensions = kinds.map(({ extension }) => extension).join(', ');

/** Detects the kind by content, not by name; undefined if it is not accepted. */
export function assetKind(bytes: Uint8Array): AssetKind | undefined {
  const header = pictureHeader(bytes);
  const kind = kinds.find(({ is }) => is(bytes, header));
  return kind && { extension: kind.extension, mediaType: kind.mediaType };
}

export function mediaTypeOf(extension: string): string | undefined {
  return kinds.find((kind) => kind.extension === extension)?.mediaType;
}

export function extensionOf(mediaType: string): string {
  return kinds.find((kind) => kind.mediaType === mediaType)?.extension ?? 'bin';
}

function latin(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}

/** Version 1.0, or Apple's tag for it, then a table directory. Source: OpenType 1.9, "Font file". */
function isTrueType(bytes: Uint8Array): boolean {
  return ['\0\x01\0\0', 'true'].includes(latin(bytes, 0, 4)) && hasTables(bytes);
}

function hasTables(bytes: Uint8Array): boolean {
  const count = ((bytes[4] ?? 0) << 8) | (bytes[5] ?? 0);
  if (count < 1 || count > 200 || bytes.byteLength < 12 + count * 16) return false;
  const names = Array.from({ length: count }, (_, at) => latin(bytes, 12 + at * 16, 4));
  return names.includes('cmap') && names.includes('head');
}

/** Brands of video files; AVIF, HEIC and QuickTime begin alike. Source: mp4ra.org. */
const filmBrands = /^(isom|iso[2-9]|mp4[12]|avc1|hvc1|dash|msdh|M4V |M4VH|M4VP|M4A |MSNV|f4v |mmp4|cmf[c2])$/;

function isMp4(bytes: Uint8Array): boolean {
  return latin(bytes, 4, 4) === 'ftyp' && filmBrands.test(latin(bytes, 8, 4));
}

/** An EBML header with document type `webm`. Source: RFC 8794, 11.2; WebM container guidelines. */
function isWebm(bytes: Uint8Array): boolean {
  return latin(bytes, 0, 4) === '\x1a\x45\xdf\xa3' && latin(bytes, 4, 60).includes('\x42\x82\x84webm');
}

/** An ID3 tag, or a layer III frame with valid rates. Source: ISO/IEC 11172-3, 2.4.1.3; ID3v2. */
function isMp3(bytes: Uint8Array): boolean {
  if (latin(bytes, 0, 3) === 'ID3') return true;
  const [sync = 0, version = 0, rates = 0] = bytes;
  const isLayer3 = sync === 0xff && (version & 0xe6) === 0xe2 && (version & 0x18) !== 0x08;
  return isLayer3 && rates >> 4 !== 0xf && rates >> 4 !== 0 && (rates & 0x0c) !== 0x0c;
}

/** Bytes to search for the first element. Drawing programs write long comments before it. */
const mostBeforeSvg = 65_536;

/** Source: XML 1.0, 2.8. */
const beforeElements = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
] as const;

function isSvg(bytes: Uint8Array): boolean {
  let text = new TextDecoder().decode(bytes.subarray(0, mostBeforeSvg)).trimStart();
  for (;;) {
    const before = beforeElements.find(([start]) => text.startsWith(start));
    if (!before) return /^<(?:[\w-]+:)?svg[\s/>]/.test(text);
    // Skip entities in brackets, which may contain `>`.
    const inBrackets = /^<!DOCTYPE[^[>]*\[/.exec(text)?.[0].length;
    const from = inBrackets === undefined ? 0 : text.indexOf(']', inBrackets);
    const end = from < 0 ? -1 : text.indexOf(before[1], from);
    if (end < 0) return false;
    text = text.slice(end + before[1].length).trimStart();
  }
}
