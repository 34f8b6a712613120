import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { System } from './flags.ts';

/** A kind of package, what makes it, and where that is to be had. */
interface Kind {
  /** The end of its file name. */
  name: string;
  /** The program that makes it. */
  tool: string;
  /** How to get the program. */
  get: string;
}

/** The packages of each system, the recommended one first. */
export const kinds: Record<System, readonly Kind[]> = {
  linux: [
    { name: 'deb', tool: 'dpkg-deb', get: "Debian's package dpkg" },
    { name: 'rpm', tool: 'rpmbuild', get: "Debian's package rpm" },
    { name: 'tar.gz', tool: 'tar', get: 'GNU tar' },
  ],
  win32: [{ name: 'exe', tool: 'makensis', get: "NSIS 3, Debian's package nsis" }],
  darwin: [
    { name: 'zip', tool: '7za', get: "7-Zip, Debian's package p7zip-full" },
    { name: 'dmg', tool: 'hdiutil', get: 'a machine with macOS' },
  ],
};

/** The path of a program; undefined if this machine has none. */
export function pathOfTool(tool: string): string | undefined {
  const file = process.platform === 'win32' ? `${tool}.exe` : tool;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, file)).find((path) => existsSync(path));
}

/** Whether this machine has a program on its path. */
export function hasTool(tool: string): boolean {
  return pathOfTool(tool) !== undefined;
}
