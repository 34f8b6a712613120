import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { z } from 'zod';
import { debianProcessors, type InstallerKind, type ReleaseProcessor } from '../../contract/release.ts';
import type { InstalledApplication } from '../../desk/update-ports.ts';
import { publicKeys } from './release-keys.ts';

/** What the packing wrote into `package.json`. Only the version is there where the application runs from its sources. */
const PackageFacts = z.object({
  version: z.string(),
  /** Whether somebody signed the package; absent in sources. */
  signed: z.boolean().optional(),
  /** When the last change in it was made. */
  changedAt: z.iso.datetime().optional(),
  /** The public keys of releases that it accepts, as PEM; several while one replaces another. */
  releaseKeys: z.string().optional(),
});

/** What the way in which it was installed depends on. */
export interface InstalledMachine {
  platform: NodeJS.Platform;
  arch: string;
  /** The program that runs. */
  exe: string;
  /** Whether it is the host. */
  isHost: boolean;
  exists(path: string): boolean;
}

const systemNames: Partial<Record<NodeJS.Platform, string>> = { linux: 'Linux', win32: 'Windows', darwin: 'macOS' };

/** The application that runs, and the keys of the releases that it accepts. `file`: its `package.json`. */
export function installedApplication(
  file: string,
  machine: InstalledMachine,
): InstalledApplication & { keys: readonly KeyObject[] } {
  const { version, signed, changedAt, releaseKeys } = PackageFacts.parse(JSON.parse(readFileSync(file, 'utf8')));
  const keys = releaseKeys === undefined ? [] : publicKeys(releaseKeys);
  const kinds = signed === undefined ? [] : installerKinds(machine);
  const processor = machine.arch in debianProcessors ? (machine.arch as ReleaseProcessor) : undefined;
  const facts = { fromSources: signed === undefined, hasKeys: keys.length > 0, known: kinds.length > 0 && !!processor };
  return {
    version,
    marked: markedVersion(version, signed),
    changedAt: changedAt ?? null,
    kinds,
    processor: processor ?? 'x64',
    machine: `${systemNames[machine.platform] ?? machine.platform}, ${machine.arch}`,
    notUpdatable: notUpdatable(facts),
    keys,
  };
}

/** {@link installedApplication} of this process. */
export function thisApplication(file: string, isHost: boolean): ReturnType<typeof installedApplication> {
  const { platform, arch, execPath: exe } = process;
  return installedApplication(file, { platform, arch, exe, isHost, exists: existsSync });
}

/** The version, and what it was built of and for, for a terminal. */
export function versionText({ marked, changedAt, machine }: InstalledApplication): string {
  const change = changedAt === null ? '' : `Last change in it: ${changedAt}. `;
  return `Overlay Desk ${marked}\n${change}Runs on ${machine}, with Node ${process.versions.node}.`;
}

/** A package that nobody signed is marked, so that nobody takes it for a released one. */
function markedVersion(version: string, signed: boolean | undefined): string {
  if (signed === undefined) return `${version} (not packaged)`;
  return signed ? version : `${version} UNSIGNED`;
}

/** The licences of everything of others that is inside, in the file that the packing wrote. */
export async function licencesIn(file: string): Promise<string> {
  if (existsSync(file)) return readFile(file, 'utf8');
  return 'The licences of others are collected when the desk is packaged. Until then each is in the folder of its package.';
}

function notUpdatable(is: { fromSources: boolean; hasKeys: boolean; known: boolean }): string {
  if (is.fromSources) return 'This desk runs from its sources, so it is not updated from a folder.';
  if (!is.hasKeys) {
    return 'This build cannot be updated from a folder: it was made without a public key of releases, so it could check none.';
  }
  return is.known ? '' : 'This desk was not installed as a package, so it is not updated from a folder.';
}

/** The kinds of installers that replace what runs, the preferred one first. Another kind would be installed beside it. */
function installerKinds({ platform, exe, isHost, exists }: InstalledMachine): InstallerKind[] {
  const isPackage = (name: string): boolean => exists(`/var/lib/dpkg/info/${name}.list`);
  if (isHost) return isPackage('overlay-desk-host') ? ['host deb'] : [];
  switch (platform) {
    case 'win32':
      return exists(win32.join(win32.dirname(exe), 'Uninstall.exe')) ? ['exe'] : ['msi'];
    case 'darwin':
      return ['dmg', 'zip'];
    case 'linux': {
      const isInstalled = ['/opt/', '/usr/'].some((place) => posix.normalize(exe).startsWith(place));
      if (!isInstalled) return ['tar.gz'];
      return isPackage('overlay-desk') ? ['deb'] : ['rpm'];
    }
    default:
      return [];
  }
}
