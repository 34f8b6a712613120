import { type FileHandle, open } from 'node:fs/promises';

export interface RawLine {
  bytes: Buffer;
  start: number;
  end: number;
}

/** Maximum bytes to read and parse before the desk gets its next turn. */
const step = 64 * 1024;
const lineFeed = 10;

/**
 * Reads non-empty lines ending at or before `until`, newest first. Text after the last line feed counts as a line,
 * because a power cut may have left it incomplete.
 */
export async function* linesBackward(path: string, until = Infinity): AsyncGenerator<RawLine> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let start = Math.min(size, until);
    // Pieces of a line whose beginning is not read yet, in file order.
    let rest: Buffer[] = [];
    while (start > 0) {
      const piece = await readAt(file, Math.max(0, start - step), start);
      start -= piece.length;
      const { lines, head } = splitBackward(piece, start, rest);
      rest = head;
      yield* lines;
    }
    yield* whole(Buffer.concat(rest), 0);
  } finally {
    await file.close();
  }
}

function splitBackward(piece: Buffer, start: number, rest: Buffer[]): { lines: RawLine[]; head: Buffer[] } {
  const lines: RawLine[] = [];
  let tail = rest;
  let end = piece.length;
  for (;;) {
    const feed = end === 0 ? -1 : piece.lastIndexOf(lineFeed, end - 1);
    if (feed < 0) return { lines, head: [piece.subarray(0, end), ...tail] };
    const bytes =
      tail.length === 0 ? piece.subarray(feed + 1, end) : Buffer.concat([piece.subarray(feed + 1, end), ...tail]);
    lines.push(...whole(bytes, start + feed + 1));
    tail = [];
    end = feed;
  }
}

/** Reads the non-empty lines in order, up to byte `until`. */
export async function* linesForward(path: string, until = Infinity): AsyncGenerator<RawLine> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const end = Math.min(size, until);
    let rest = Buffer.alloc(0);
    let at = 0;
    while (at < end) {
      const piece = await readAt(file, at, Math.min(end, at + step));
      const start = at - rest.length;
      at += piece.length;
      const bytes = Buffer.concat([rest, piece]);
      const last = bytes.lastIndexOf(lineFeed);
      yield* splitForward(bytes.subarray(0, last + 1), start);
      rest = Buffer.from(bytes.subarray(last + 1));
    }
    yield* whole(rest, end - rest.length);
  } finally {
    await file.close();
  }
}

function* splitForward(bytes: Buffer, start: number): Generator<RawLine> {
  let from = 0;
  for (let feed = bytes.indexOf(lineFeed); feed >= 0; feed = bytes.indexOf(lineFeed, from)) {
    yield* whole(bytes.subarray(from, feed), start + from);
    from = feed + 1;
  }
}

function whole(bytes: Buffer, start: number): RawLine[] {
  return bytes.length === 0 ? [] : [{ bytes, start, end: start + bytes.length }];
}

async function readAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const piece = Buffer.alloc(to - from);
  let filled = 0;
  while (filled < piece.length) {
    const { bytesRead } = await file.read(piece, filled, piece.length - filled, from + filled);
    if (bytesRead === 0) throw new Error('The file became shorter while it was read.');
    filled += bytesRead;
  }
  return piece;
}
