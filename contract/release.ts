import { z } from 'zod';

/**
 * Metadata files of a release, a flat folder of installers: `release.json`, hashes, and their Ed25519 signature (64
 * bytes). `docs/install.md` explains the check.
 */
export const releaseFiles = { facts: 'release.json', sums: 'SHA256SUMS', signature: 'SHA256SUMS.sig' } as const;

/** `1.2.3`, or `1.2.3-rc.1` before it. */
export const ReleaseVersion = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);

/** A desk also reads later versions, so unknown members are dropped. */
export const ReleaseFacts = z.object({
  name: z.literal('Overlay Desk'),
  version: ReleaseVersion,
  /** The last installable day (UTC), so that an old stick cannot keep a desk on an old version. */
  expires: z.iso.date(),
  /** As in `CHANGELOG.md`. */
  released: z.iso.date().optional(),
  /** The `CHANGELOG.md` section, for operators. */
  changes: z.string().max(100_000).optional(),
  /** Bytes by file name, to distinguish truncated files from changed ones. */
  files: z.record(z.string(), z.int().nonnegative()),
});
export type ReleaseFacts = z.infer<typeof ReleaseFacts>;

/** The application packages by extension, and the Debian package of the host. */
export const InstallerKind = z.enum(['exe', 'msi', 'dmg', 'zip', 'deb', 'rpm', 'tar.gz', 'host deb']);
export type InstallerKind = z.infer<typeof InstallerKind>;

/** System names in package names, by Node's names. */
export const systemsInNames = { linux: 'linux', win32: 'win', darwin: 'mac' } as const;
export const debianProcessors = { x64: 'amd64', arm64: 'arm64' } as const;
export type ReleaseProcessor = keyof typeof debianProcessors;
/** The suffix of an unsigned package's name, before the extension. */
export const unsignedName = '-UNSIGNED';

const systemsOfKinds = {
  exe: 'win32',
  msi: 'win32',
  dmg: 'darwin',
  zip: 'darwin',
  deb: 'linux',
  rpm: 'linux',
  'tar.gz': 'linux',
} as const satisfies Record<Exclude<InstallerKind, 'host deb'>, keyof typeof systemsInNames>;

export function packageName(version: string, system: keyof typeof systemsInNames, processor: string): string {
  return `overlay-desk-${version}-${systemsInNames[system]}-${processor}`;
}

/** `~` sorts a pre-release before its release in Debian. */
export function hostPackageName(version: string, processor: ReleaseProcessor): string {
  return `overlay-desk-host_${version.replace('-', '~')}_${debianProcessors[processor]}`;
}

export interface InstallerWanted {
  version: string;
  /** Preferred kind first. */
  kinds: readonly InstallerKind[];
  processor: ReleaseProcessor;
}

/** Undefined if no installer fits this system and processor. */
export function findInstaller(names: readonly string[], wanted: InstallerWanted): string | undefined {
  return installerNames(wanted).find((name) => names.includes(name));
}

/** Preferred first; for each kind the signed name, then the unsigned one. */
export function installerNames({ version, kinds, processor }: InstallerWanted): string[] {
  return kinds.flatMap((kind) => {
    const [base, end] =
      kind === 'host deb'
        ? [hostPackageName(version, processor), 'deb']
        : [packageName(version, systemsOfKinds[kind], processor), kind];
    return [`${base}.${end}`, `${base}${unsignedName}.${end}`];
  });
}

export function kindOf(installer: string): InstallerKind {
  if (installer.startsWith('overlay-desk-host_')) return 'host deb';
  return InstallerKind.options.find((kind) => installer.endsWith(`.${kind}`)) ?? 'zip';
}

/** Positive if the first is later, negative if the second is. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [partsOf(one), partsOf(other)];
  for (const [at, number] of first.numbers.entries()) {
    const difference = number - (second.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (first.before === second.before) return 0;
  if (first.before === '') return 1;
  if (second.before === '') return -1;
  return first.before.localeCompare(second.before, 'en', { numeric: true });
}

function partsOf(version: string): { numbers: number[]; before: string } {
  const [numbers = '', ...before] = version.split('-');
  return { numbers: numbers.split('.').map(Number), before: before.join('-') };
}
