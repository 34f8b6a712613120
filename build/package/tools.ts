import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { PackFlags, Processor, System } from './flags.ts';

/** What a kind of package is made with. */
interface Need {
  name: string;
  /** How to get it. */
  get: string;
  isHere(processor: Processor): boolean;
}

/** A kind of package, and what makes it. */
export interface Kind {
  /** The end of its file name. */
  name: string;
  needs: readonly Need[];
}

/** The packages of each system, the recommended one first. */
export const kinds: Record<System, readonly Kind[]> = {
  linux: [
    { name: 'deb', needs: [program('dpkg-deb', "Debian's package dpkg")] },
    { name: 'rpm', needs: [program('rpmbuild', "Debian's package rpm")] },
    { name: 'tar.gz', needs: [program('tar', 'GNU tar')] },
    {
      name: 'AppImage',
      needs: [
        program('mksquashfs', "Debian's package squashfs-tools"),
        {
          name: 'runtime of AppImages',
          get: "the release appimage-tools of electron-builder's binaries: unpack it, and name the directory with APPIMAGE_TOOLS_PATH",
          isHere: (processor) => appImageRuntime(processor) !== undefined,
        },
      ],
    },
  ],
  win32: [
    { name: 'exe', needs: [program('makensis', "NSIS 3, Debian's package nsis")] },
    {
      name: 'msi',
      needs: [program('wixl', "Debian's package wixl"), program('msibuild', "Debian's package msitools")],
    },
  ],
  darwin: [
    { name: 'zip', needs: [program('7za', "7-Zip, Debian's package p7zip-full")] },
    { name: 'dmg', needs: [program('hdiutil', 'a machine with macOS')] },
  ],
};

function program(name: string, get: string): Need {
  return { name, get, isHere: () => hasTool(name) };
}

/** What this machine lacks to make a kind of package; undefined if it can make it. */
export function lacking({ needs }: Kind, processor: Processor): Pick<Need, 'name' | 'get'> | undefined {
  return needs.find((need) => !need.isHere(processor));
}

/** The kinds of packages of a system that this machine can make. */
export function kindsHere({ system, processor }: Pick<PackFlags, 'system' | 'processor'>): readonly Kind[] {
  return kinds[system].filter((kind) => lacking(kind, processor) === undefined);
}

/** The program that an AppImage begins with, which mounts the rest of it; undefined if this machine has none. */
export function appImageRuntime(processor: Processor): string | undefined {
  const { APPIMAGE_TOOLS_PATH: folder } = process.env;
  const file = folder && join(folder, 'runtimes', `runtime-${processor}`);
  return file && existsSync(file) ? file : undefined;
}

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
