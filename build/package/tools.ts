import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { PackFlags, Processor, System } from './flags.ts';

interface Need {
  name: string;
  get: string;
  isHere(processor: Processor): boolean;
}

export interface PackageKind {
  name: string;
  needs: readonly Need[];
}

/** The recommended kind first. */
export const kinds: Record<System, readonly PackageKind[]> = {
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

/** Returns the first missing tool; undefined if the kind can be made. */
export function lacking({ needs }: PackageKind, processor: Processor): Pick<Need, 'name' | 'get'> | undefined {
  return needs.find((need) => !need.isHere(processor));
}

export function kindsHere({ system, processor }: Pick<PackFlags, 'system' | 'processor'>): readonly PackageKind[] {
  return kinds[system].filter((kind) => lacking(kind, processor) === undefined);
}

export function appImageRuntime(processor: Processor): string | undefined {
  const { APPIMAGE_TOOLS_PATH: folder } = process.env;
  const file = folder && join(folder, 'runtimes', `runtime-${processor}`);
  return file && existsSync(file) ? file : undefined;
}

export function pathOfTool(tool: string): string | undefined {
  const file = process.platform === 'win32' ? `${tool}.exe` : tool;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, file)).find((path) => existsSync(path));
}

export function hasTool(tool: string): boolean {
  return pathOfTool(tool) !== undefined;
}
