export interface PictureHeader {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  size: { width: number; height: number };
}

type PictureSize = PictureHeader['size'];

export function isPictureName(name: string): boolean {
  const extension = /\.([^./\\]*)$/.exec(name)?.[1];
  return extension === undefined || /^(png|jpe?g|jpe|jfif|gif|webp)$/i.test(extension);
}

/**
 * Detects PNG, JPEG, GIF or WebP by content; undefined for others and damaged headers. Reads each header byte at most
 * once, so no file can block it.
 */
export function pictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { mediaType, sizeOf } of kinds) {
    const size = readSafely(view, sizeOf);
    if (size && size.width > 0 && size.height > 0) return { mediaType, size };
  }
  return undefined;
}

function readSafely(view: DataView, sizeOf: (view: DataView) => PictureSize | undefined): PictureSize | undefined {
  try {
    return sizeOf(view);
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

const kinds: { mediaType: PictureHeader['mediaType']; sizeOf: (view: DataView) => PictureSize | undefined }[] = [
  { mediaType: 'image/png', sizeOf: pngSize },
  { mediaType: 'image/jpeg', sizeOf: jpegSize },
  { mediaType: 'image/gif', sizeOf: gifSize },
  { mediaType: 'image/webp', sizeOf: webpSize },
];

function latin(view: DataView, from: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, at) => view.getUint8(from + at)));
}

/** Signature, then the chunk IHDR. Source: PNG, third edition, 5.2 and 11.2.1. */
function pngSize(view: DataView): PictureSize | undefined {
  if (latin(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || latin(view, 12, 4) !== 'IHDR') return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Source: GIF89a, 17 and 18. */
function gifSize(view: DataView): PictureSize | undefined {
  if (!/^GIF8[79]a$/.test(latin(view, 0, 6))) return undefined;
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
  if (latin(view, 0, 4) !== 'RIFF' || latin(view, 8, 4) !== 'WEBP') return undefined;
  switch (latin(view, 12, 4)) {
    case 'VP8X':
      return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined;
      const bits = view.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ': {
      if (latin(view, 23, 3) !== '\x9d\x01\x2a') return undefined;
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    }
    default:
      return undefined;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
}
