import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The packages of Debian by the libraries in them. */
const packages: Record<string, string> = {
  'ld-linux-x86-64.so.2': 'libc6',
  'ld-linux-aarch64.so.1': 'libc6',
  'libc.so.6': 'libc6',
  'libdl.so.2': 'libc6',
  'libm.so.6': 'libc6',
  'libpthread.so.0': 'libc6',
  'librt.so.1': 'libc6',
  'libgcc_s.so.1': 'libgcc-s1',
  'libstdc++.so.6': 'libstdc++6',
  'libasound.so.2': 'libasound2',
  'libudev.so.1': 'libudev1',
  'libusb-1.0.so.0': 'libusb-1.0-0',
};

/** The packages of Debian that the programs and addons in a directory are linked with, sorted; a library of no package by its own name. */
export function linkedPackages(folder: string): string[] {
  const files = globSync('**/*', { cwd: folder })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());
  const libraries = files.flatMap((path) => librariesOf(readFileSync(path)));
  return [...new Set(libraries.map((name) => packages[name] ?? name))].sort();
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

/** The libraries that a 64-bit little-endian program loads at its start; none for another file. */
function librariesOf(file: Buffer): string[] {
  if (!file.toString('latin1', 0, 6).startsWith('\x7fELF\x02\x01')) return [];
  const segments = segmentsOf(file);
  const dynamic = segments.find(({ kind }) => kind === kinds.dynamic);
  // A statically linked program loads nothing.
  if (!dynamic) return [];
  const said = Array.from({ length: dynamic.size / 16 }, (_, index) => dynamic.offset + index * 16).map((at) => ({
    line: longAt(file, at),
    value: longAt(file, at + 8),
  }));
  const valueOf = (line: number): number => said.find((one) => one.line === line)?.value ?? 0;
  const names = offsetOf(valueOf(lines.names), segments);
  const texts = file.toString('latin1', names, names + valueOf(lines.namesSize));
  return said
    .filter(({ line }) => line === lines.library)
    .map(({ value }) => texts.slice(value, texts.indexOf('\0', value)));
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
