import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { linkedWith } from '../../build/package/elf.ts';

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
  const libraries = files.flatMap((path) => linkedWith(readFileSync(path))?.libraries ?? []);
  return [...new Set(libraries.map((name) => packages[name] ?? name))].sort();
}
