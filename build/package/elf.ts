export interface Linked {
  /** Libraries loaded at the start, such as `libasound.so.2`. */
  libraries: string[];
  /** Required versions of the C library, such as `2.28`. */
  glibc: string[];
}

interface Segment {
  kind: number;
  offset: number;
  address: number;
  size: number;
}

/** ELF numbers of a loaded segment and of the dynamic segment. */
const kinds = { load: 1, dynamic: 2 };
/** ELF numbers of dynamic lines: a library, the names, and the names' length (bytes). */
const lines = { library: 1, names: 5, namesSize: 10 };

/** Returns undefined unless the file is a 64-bit little-endian Linux program or library. */
export function linkedWith(file: Buffer): Linked | undefined {
  if (!file.toString('latin1', 0, 6).startsWith('\x7fELF\x02\x01')) return undefined;
  const segments = segmentsOf(file);
  const dynamic = segments.find(({ kind }) => kind === kinds.dynamic);
  // A statically linked program loads nothing.
  if (!dynamic) return { libraries: [], glibc: [] };
  const said = Array.from({ length: dynamic.size / 16 }, (_, index) => dynamic.offset + index * 16).map((at) => ({
    line: longAt(file, at),
    value: longAt(file, at + 8),
  }));
  const valueOf = (line: number): number => said.find((one) => one.line === line)?.value ?? 0;
  const names = offsetOf(valueOf(lines.names), segments);
  const texts = file.toString('latin1', names, names + valueOf(lines.namesSize));
  return {
    libraries: said
      .filter(({ line }) => line === lines.library)
      .map(({ value }) => texts.slice(value, texts.indexOf('\0', value))),
    glibc: [...texts.matchAll(/\0GLIBC_(\d+\.\d+)(?:\.\d+)?(?=\0)/g)].map(([, version = '']) => version),
  };
}

function segmentsOf(file: Buffer): Segment[] {
  const [first, size, count] = [longAt(file, 32), file.readUInt16LE(54), file.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => first + index * size).map((at) => ({
    kind: file.readUInt32LE(at),
    offset: longAt(file, at + 8),
    address: longAt(file, at + 16),
    size: longAt(file, at + 32),
  }));
}

function offsetOf(address: number, segments: readonly Segment[]): number {
  const isIn = ({ kind, address: from, size }: Segment): boolean =>
    kind === kinds.load && address >= from && address < from + size;
  const { offset, address: from } = segments.find(isIn) ?? { offset: 0, address: 0 };
  return address - from + offset;
}

function longAt(file: Buffer, at: number): number {
  return Number(file.readBigUInt64LE(at));
}
