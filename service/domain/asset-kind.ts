export interface PictureHeader {
  mediaType: string;
  size: { width: number; height: number };
}

type PictureSize = PictureHeader['size'];

interface AssetKind {
  extension: string;
  mediaType: string;
}

type KnownKind = AssetKind & ({ is: (bytes: Uint8Array) => boolean } | { sizeOf: SizeReader });

/** Undefined for other kinds. Throws a `RangeError` if the header is cut off. */
type SizeReader = (view: DataView) => PictureSize | undefined;

const kinds: readonly KnownKind[] = [
  { extension: 'png', mediaType: 'image/png', sizeOf: pngSize },
  { extension: 'jpeg', mediaType: 'image/jpeg', sizeOf: jpegSize },
  { extension: 'gif', mediaType: 'image/gif', sizeOf: gifSize },
  { extension: 'webp', mediaType: 'image/webp', sizeOf: webpSize },
  { extension: 'woff2', mediaType: 'font/woff2', is: (bytes) => latin(bytes, 0, 4) === 'wOF2' },
  { extension: 'otf', mediaType: 'font/otf', is: (bytes) => latin(bytes, 0, 4) === 'OTTO' && hasTables(bytes) },
  { extension: 'ttf', mediaType: 'font/ttf', is: isTrueType },
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
  const picture = pictureHeader(bytes);
  const kind = kinds.find((one) => (picture ? one.mediaType === picture.mediaType : 'is' in one && one.is(bytes)));
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

function textAt({ buffer, byteOffset, byteLength }: DataView, from: number, length: number): string {
  return latin(new Uint8Array(buffer, byteOffset, byteLength), from, length);
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

export function isPictureName(name: string): boolean {
  const extension = /\.([^./\\]*)$/.exec(name)?.[1];
  return extension === undefined || /^(png|jpe?g|jpe|jfif|gif|webp)$/i.test(extension);
}

/** PNG, JPEG, GIF or WebP by content, else undefined. Reads each byte at most once, so no file can block it. */
export function pictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const kind of kinds) {
    const size = 'sizeOf' in kind ? readSafely(view, kind.sizeOf) : undefined;
    if (size && size.width > 0 && size.height > 0) return { mediaType: kind.mediaType, size };
  }
  return undefined;
}

function readSafely(view: DataView, sizeOf: SizeReader): PictureSize | undefined {
  try {
    return sizeOf(view);
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/**
 * Signature, then chunks from IHDR to IEND. Browsers draw nothing of a file that is cut off, and report no fault. Source:
 * PNG, third edition, 5.2, 5.3 and 11.2.1.
 */
function pngSize(view: DataView): PictureSize | undefined {
  if (textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(view, 12, 4) !== 'IHDR') return undefined;
  for (let at = 8; textAt(view, at + 4, 4) !== 'IEND'; at += 12 + view.getUint32(at));
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Source: GIF89a, 17 and 18. */
function gifSize(view: DataView): PictureSize | undefined {
  if (!/^GIF8[79]a$/.test(textAt(view, 0, 6))) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** Segments up to the first start of frame (SOF). Source: ITU-T T.81, B.1.1 and B.2.2. */
function jpegSize(view: DataView): PictureSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isStartOfFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xda || marker === 0xd9 || marker === 0) return undefined;
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
}

/** C0 to CF start a frame, except C4 (Huffman tables), C8 (reserved) and CC (arithmetic coding). */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Source: RFC 9649, 2.5 to 2.7, and RFC 6386, 9.1. */
function webpSize(view: DataView): PictureSize | undefined {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return undefined;
  // A file that is cut off.
  if (view.byteLength < view.getUint32(4, true) + 8) return undefined;
  switch (textAt(view, 12, 4)) {
    case 'VP8X':
      return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined;
      const bits = view.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ': {
      if (textAt(view, 23, 3) !== '\x9d\x01\x2a') return undefined;
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    }
    default:
      return undefined;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
}
