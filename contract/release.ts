import { z } from 'zod';

/**
 * The files of a release that say what it is: a flat folder of installers, what they are (`release.json`), the hash of each file
 * (`SHA256SUMS`), and the signature of those hashes (`SHA256SUMS.sig`, 64 bytes of Ed25519). `docs/install.md` tells how the tools of every
 * system check it.
 */
export const releaseFiles = { facts: 'release.json', sums: 'SHA256SUMS', signature: 'SHA256SUMS.sig' } as const;

/** The version of a release: `1.2.3`, or `1.2.3-rc.1` before that. */
export const ReleaseVersion = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);

/** What a release is. A desk reads those of later versions too, so members that it does not know are left out. */
export const ReleaseFacts = z.object({
  name: z.literal('Overlay Desk'),
  version: ReleaseVersion,
  /** The last day (UTC) on which it is installed, so that nobody is kept on an old version by an old stick. */
  expires: z.iso.date(),
  /** The day of the release, as `CHANGELOG.md` has it. */
  released: z.iso.date().optional(),
  /** What changed, for operators: its section of `CHANGELOG.md`. */
  changes: z.string().max(100_000).optional(),
  /** The length (bytes) of each other file by its name, which tells a file that was cut off from one that was changed. */
  files: z.record(z.string(), z.int().nonnegative()),
});
export type ReleaseFacts = z.infer<typeof ReleaseFacts>;

/** The kinds of installers: the packages of the application by their ends, and the Debian package of the host. */
export const InstallerKind = z.enum(['exe', 'msi', 'dmg', 'zip', 'deb', 'rpm', 'tar.gz', 'host deb']);
export type InstallerKind = z.infer<typeof InstallerKind>;

/** The systems as the names of packages have them, by the names that Node has for them. */
export const systemsInNames = { linux: 'linux', win32: 'win', darwin: 'mac' } as const;
/** The processors as Debian calls them, by the names that Node has for them. */
export const debianProcessors = { x64: 'amd64', arm64: 'arm64' } as const;
export type ReleaseProcessor = keyof typeof debianProcessors;
/** What the name of a package ends with, before its kind, that nobody signed. */
export const unsignedName = '-UNSIGNED';

const systemsOfKinds = {
  ...{ exe: 'win32', msi: 'win32', dmg: 'darwin', zip: 'darwin' },
  ...{ deb: 'linux', rpm: 'linux', 'tar.gz': 'linux' },
} as const satisfies Record<Exclude<InstallerKind, 'host deb'>, keyof typeof systemsInNames>;

/** The name of a package of the application, without {@link unsignedName} and its kind. */
export function packageName(version: string, system: keyof typeof systemsInNames, processor: string): string {
  return `overlay-desk-${version}-${systemsInNames[system]}-${processor}`;
}

/** The same for the Debian package of the host. A version before a release is lower than that release, as Debian counts. */
export function hostPackageName(version: string, processor: ReleaseProcessor): string {
  return `overlay-desk-host_${version.replace('-', '~')}_${debianProcessors[processor]}`;
}

/** Whose installer is looked for. */
export interface InstallerWanted {
  version: string;
  /** The kinds that fit, the preferred one first. */
  kinds: readonly InstallerKind[];
  processor: ReleaseProcessor;
}

/** The installer among these files of a release; undefined if none of them is for this system and processor. */
export function findInstaller(names: readonly string[], wanted: InstallerWanted): string | undefined {
  return installerNames(wanted).find((name) => names.includes(name));
}

/** The names that an installer may have, the preferred one first: of each kind that of a signed one, and that of one that nobody signed. */
export function installerNames({ version, kinds, processor }: InstallerWanted): string[] {
  return kinds.flatMap((kind) => {
    const [base, end] =
      kind === 'host deb'
        ? [hostPackageName(version, processor), 'deb']
        : [packageName(version, systemsOfKinds[kind], processor), kind];
    return [`${base}.${end}`, `${base}${unsignedName}.${end}`];
  });
}

/** The kind of an installer that {@link findInstaller} found. */
export function kindOf(installer: string): InstallerKind {
  if (installer.startsWith('overlay-desk-host_')) return 'host deb';
  return InstallerKind.options.find((kind) => installer.endsWith(`.${kind}`)) ?? 'zip';
}

/** Which of two versions is the later one: positive for the first, negative for the second, 0 for neither. */
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
