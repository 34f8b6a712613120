import { texts } from '../../contract/texts/texts.ts';
import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { z } from 'zod';
import { debianProcessors, type InstallerKind, type ReleaseProcessor } from '../../contract/release.ts';
import type { InstalledApplication } from '../../desk/update-ports.ts';
import { publicKeys } from './release-folder.ts';

/** Written by the packaging into `package.json`; in a source tree only the version exists. */
const PackageFacts = z.object({
  version: z.string(),
  signed: z.boolean().optional(),
  changedAt: z.iso.datetime().optional(),
  /** Accepted public release keys (PEM); several during a key change. */
  releaseKeys: z.string().optional(),
});

export interface InstalledMachine {
  platform: NodeJS.Platform;
  arch: string;
  exe: string;
  isHost: boolean;
  exists(path: string): boolean;
}

const systemNames: Partial<Record<NodeJS.Platform, string>> = { linux: 'Linux', win32: 'Windows', darwin: 'macOS' };

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

export function thisApplication(file: string, isHost: boolean): ReturnType<typeof installedApplication> {
  const { platform, arch, execPath: exe } = process;
  return installedApplication(file, { platform, arch, exe, isHost, exists: existsSync });
}

export function versionText({ marked, changedAt, machine }: InstalledApplication): string {
  const change = changedAt === null ? '' : texts.updates.lastChange(changedAt);
  return `Overlay Desk ${marked}\n${change}Runs on ${machine}, with Node ${process.versions.node}.`;
}

/** Marks an unsigned package, so that it is never taken for a release. */
function markedVersion(version: string, signed: boolean | undefined): string {
  if (signed === undefined) return texts.updates.notPackaged(version);
  return signed ? version : `${version} UNSIGNED`;
}

export async function licencesIn(file: string): Promise<string> {
  if (existsSync(file)) return readFile(file, 'utf8');
  return texts.updates.licencesLater;
}

function notUpdatable(is: { fromSources: boolean; hasKeys: boolean; known: boolean }): string {
  if (is.fromSources) return texts.updates.fromSources;
  if (!is.hasKeys) return texts.updates.noKey;
  return is.known ? '' : texts.updates.noPackage;
}

/** Installer kinds that replace the running application, best first. Any other kind would install a second copy. */
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
