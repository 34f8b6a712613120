import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hostPackageName, packageName } from '../../contract/release.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { build } from '../built.ts';
import { root } from '../set-up.js';
import { packApplication } from './application.ts';
import { makeAppImage, makeTar } from './archives.ts';
import { refuseHalf, releaseKeys, signerOf, unsignedMark } from './signing.ts';
import { checkElectron, type PackFlags } from './flags.ts';
import { hostRuntime, makeHostPackage } from './host-package.ts';
import { makeInstaller } from './installer.ts';
import { electronRuntime, materials } from './materials.ts';
import { makeMsi } from './msi.ts';
import { archiveIn, proveApplication, proveContents, proveHost } from './proofs.ts';
import { licencesText, shippedPackages } from './shipped.ts';
import type { Signer } from './signer.ts';
import { type MadePackage, tableOf } from './table.ts';
import { hasTool, kinds, kindsHere, lacking } from './tools.ts';

/**
 * Builds the requested packages and returns their files. Checks signers and release keys before anything is built;
 * throws if packing fails.
 */
export async function pack(...targets: readonly PackFlags[]): Promise<string[]> {
  targets.forEach(refuse);
  const updates = releaseKeys(process.env) !== undefined;
  step('The programs and screens are built');
  build(['output', 'renderer', 'electron']);
  process.env.SOURCE_DATE_EPOCH ??= lastChange();
  const made: MadePackage[] = [];
  for (const flags of targets) made.push(...(await packOne(flags)));
  tell(targets, { made, updates });
  return made.map(({ file }) => file);
}

/** Throws before the build if something cannot be packed or signed. */
function refuse(flags: PackFlags): void {
  const { host, dir, system } = flags;
  if (host && system !== 'linux')
    throw new Error(`The host has no package for ${system}, only for Debian: --system linux.`);
  if (host && dir) throw new Error('The host has no directory without its package: leave out --dir, or --host.');
  refuseHalf(system, process.env);
  signerOf(system, process.env)?.check(Date.now());
  checkElectron(flags);
  if (host) hostRuntime(flags);
}

async function packOne(flags: PackFlags): Promise<MadePackage[]> {
  const { system, processor, dir, to = join(root, 'dist/packages') } = flags;
  const signs = signerOf(system, process.env);
  mkdirSync(to, { recursive: true });
  return await orNone(flags, to, async () => {
    const desk = flags.host ? [] : await packDesk(flags, to, signs);
    if (dir || !(flags.host || hasHost(flags))) return desk;
    step('The package of the host is made');
    return [
      ...desk,
      ...finish(makeHostPackage({ processor, node: flags.node, to }), signs, (file) => proveHost(file, flags)),
    ];
  });
}

/** Removes the packages after a failure: they may be unsigned, and a stick is made of every package in the folder. */
async function orNone(flags: PackFlags, folder: string, make: () => Promise<MadePackage[]>): Promise<MadePackage[]> {
  const host = hostPackageName(packageJson.version, flags.processor) + unsignedMark('linux');
  const names = [nameOf(flags), ...(flags.system === 'linux' ? [host] : [])];
  try {
    return await make();
  } catch (error) {
    const own = readdirSync(folder).filter((file) => names.some((name) => file.startsWith(`${name}.`)));
    for (const file of own) rmSync(join(folder, file));
    throw error;
  }
}

function hasHost({ system, processor, node }: PackFlags): boolean {
  return system === 'linux' && hasTool('dpkg-deb') && (node !== undefined || processor === process.arch);
}

async function packDesk(flags: PackFlags, to: string, signs: Signer | undefined): Promise<MadePackage[]> {
  const { system, processor, dir } = flags;
  const shipped = shippedPackages(['electron', 'desk', 'service', 'renderer', 'output']);
  writeFileSync(join(root, 'dist/licences.txt'), licencesText(shipped));
  const wanted = dir ? [] : kindsHere(flags).map((kind) => kind.name);
  const name = nameOf(flags);
  step(`The application is packed for ${system} on ${processor}`);
  const application = await packApplication({ flags, to, name, kinds: wanted, signer: signs });
  const proved = await proveApplication(application.folder, application.program);
  if (dir) return [{ file: application.folder, signedBy: signs?.name ?? 'nobody', proved: [proved] }];
  const makers: Partial<Record<string, (file: string) => void>> = {
    'tar.gz': (file) => makeTar(application.folder, file),
    AppImage: (file) => makeAppImage(application.folder, processor, file),
    exe: (file) => makeInstaller(application.folder, file, { signed: signs !== undefined }),
    msi: (file) => makeMsi(application.folder, file, flags),
  };
  const files = wanted.map((kind) => {
    const file = join(to, `${name}.${kind}`);
    if (makers[kind]) step(`The ${kind} is made`);
    makers[kind]?.(file);
    return file;
  });
  const list = join(to, `${name}.cdx.json`);
  writeFileSync(list, materials(shipped, electronRuntime()));
  step('The packages are signed and unpacked again');
  const archive = archiveIn(application.folder);
  return finish([...files, list], signs, (file) => proveContents(file, archive));
}

/** Signs and verifies packages. The release's seal signs the lists of materials. */
function finish(files: readonly string[], signs: Signer | undefined, prove: (file: string) => string): MadePackage[] {
  return files.flatMap((file) => {
    const by = signs?.name ?? 'nobody';
    if (file.endsWith('.json')) return [{ file, signedBy: '-', proved: [] }];
    const beside = signs?.sign(file) ?? [];
    const proved = [prove(file), signs?.verify(file) ?? ''];
    return [{ file, signedBy: by, proved }, ...beside.map((one) => ({ file: one, signedBy: '-', proved: [] }))];
  });
}

function nameOf({ system, processor }: PackFlags): string {
  return packageName(packageJson.version, system, processor) + unsignedMark(system);
}

/** Returns the time of the last commit (seconds since the epoch), for reproducible packages. */
function lastChange(): string {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    // Sources without their history have no commit time.
    return '0';
  }
}

function step(what: string): void {
  console.log(`-- ${what} ...`);
}

function tell(
  targets: readonly PackFlags[],
  { made, updates }: { made: readonly MadePackage[]; updates: boolean },
): void {
  const folders = new Set(made.map(({ file }) => dirname(file)));
  console.log(`\nMade in ${[...folders].join(' and ')}:\n\n${tableOf(made).join('\n')}\n`);
  if (made.some(({ file }) => file.endsWith('.json'))) {
    console.log(
      'A list of materials (.cdx.json) and a signature (.asc) get theirs with the release: npm run pack:stick.',
    );
  }
  if (!updates) {
    console.log(
      'These packages cannot be updated from a folder: OVERLAY_RELEASE_PUBLIC_KEYS names no key of releases.',
    );
  }
  const lines = targets.filter(({ host, dir }) => !host && !dir).flatMap(whatIsMissing);
  for (const line of new Set(lines)) console.log(line);
}

function whatIsMissing(flags: PackFlags): string[] {
  const { system, processor } = flags;
  const sentences = kinds[system].flatMap((kind) => {
    const missing = lacking(kind, processor);
    if (!missing) return [];
    return [`No ${kind.name} was made: this machine has no ${missing.name}. It comes with ${missing.get}.`];
  });
  if (system !== 'linux' || hasHost(flags)) return sentences;
  return [
    ...sentences,
    `No package of the host was made for ${processor}: name Node for it with --node DIR, and have dpkg-deb.`,
  ];
}
