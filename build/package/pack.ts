import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arch, build as buildPackages, Platform } from 'electron-builder';
import packageJson from '../../package.json' with { type: 'json' };
import { build } from '../built.ts';
import { electronBinary } from '../electron-binary.ts';
import { root } from '../set-up.js';
import { packageName } from '../../contract/release.ts';
import { bakedFacts, releaseKeys } from './baked-facts.ts';
import type { PackFlags, System } from './flags.ts';
import { makeHostPackage } from './host-package.ts';
import { electronRuntime, materials } from './materials.ts';
import { licencesText, shippedPackages } from './shipped.ts';
import { signer, unsignedMark } from './signing.ts';
import { hasTool, kinds, pathOfTool } from './tools.ts';

/** The systems by electron-builder's names. */
const platforms: Record<System, Platform> = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC };
/** The kinds of packages that electron-builder makes. The others are made here, from the directory that it makes. */
const itsOwn: readonly string[] = ['deb', 'rpm', 'zip', 'dmg'];

/**
 * Builds the packages of one system, its unpacked application, or the package of the host alone. Gives the packages. Throws a sentence if
 * it cannot.
 */
export async function pack(flags: PackFlags): Promise<string[]> {
  const { system, processor, dir, to = join(root, 'dist/packages') } = flags;
  build(['output', 'renderer', 'electron']);
  process.env.SOURCE_DATE_EPOCH ??= lastChange();
  const hostPackage = (): string[] => makeHostPackage({ processor, node: flags.node, to });
  if (flags.host) {
    if (system !== 'linux') throw new Error(`The host has no package for ${system}, only for Debian: --system linux.`);
    return tell(flags, hostPackage());
  }
  const made = await packApplication(flags, to);
  if (dir) return [];
  // Node of another processor is not on this machine, unless it is named.
  const hasNode = flags.node !== undefined || processor === process.arch;
  const ofHost = system === 'linux' && hasNode && hasTool('dpkg-deb') ? hostPackage() : [];
  if (system === 'linux' && !hasNode)
    console.log(`No package of the host was made: name Node for ${processor} with --node DIR.`);
  return tell(flags, [...made, ...ofHost]);
}

/** Builds the packages of the application in a window. Gives them, none of them if it is to stay a directory. */
async function packApplication(flags: PackFlags, to: string): Promise<string[]> {
  const { system, processor, dir } = flags;
  const shipped = shippedPackages(['electron', 'desk', 'service', 'renderer', 'output']);
  writeFileSync(join(root, 'dist/licences.txt'), licencesText(shipped));
  const electronDist = flags.electron ?? (await installedElectron(flags));
  const wanted = dir ? [] : kinds[system].filter(({ tool }) => hasTool(tool));
  const name = nameOf(flags);
  let application = '';
  await withSystemTools(() =>
    buildPackages({
      projectDir: root,
      targets: platforms[system].createTarget(
        ['dir', ...wanted.map(({ name: kind }) => kind).filter((kind) => itsOwn.includes(kind))],
        Arch[processor],
      ),
      config: {
        extends: 'electron-builder.yml',
        ...(electronDist === undefined ? {} : { electronDist }),
        directories: { output: to },
        artifactName: `${name}.\${ext}`,
        // What electron-builder asks for, although packages do not need it. "system-fpm.ts" leaves it out.
        extraMetadata: { homepage: 'none', ...bakedFacts(system, process.env) },
        afterExtract: leaveOutDefaultApp,
        afterPack({ appOutDir }) {
          application = appOutDir;
        },
      },
    }),
  );
  if (wanted.some((kind) => kind.name === 'tar.gz')) makeTar(application, join(to, name));
  if (wanted.some((kind) => kind.name === 'exe')) makeInstaller(application, join(to, `${name}.exe`));
  if (dir) return [];
  const list = join(to, `${name}.cdx.json`);
  writeFileSync(list, materials(shipped, electronRuntime()));
  return [...wanted.map((kind) => join(to, `${name}.${kind.name}`)), list];
}

/** The name of the packages without their end. What nobody signed says so in its name. */
function nameOf({ system, processor }: PackFlags): string {
  return packageName(packageJson.version, system, processor) + unsignedMark(system);
}

/** The time of the last commit (seconds since the epoch), so that the same sources give the same packages. */
function lastChange(): string {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    // Sources that came without their history have no time of their own.
    return '0';
  }
}

/** The Electron of `node_modules`, which is for this machine; undefined for another, whose Electron is downloaded. */
async function installedElectron({ system, processor }: PackFlags): Promise<string | undefined> {
  if (system !== process.platform || processor !== process.arch) return undefined;
  const found = await electronBinary();
  if ('path' in found) return join(root, 'node_modules/electron/dist');
  throw new Error(
    `Electron is not available (${found.problem}). Name an unpacked distribution of its version with --electron DIR.`,
  );
}

/** Lets electron-builder use the tools of the system, which it would download otherwise. */
async function withSystemTools(run: () => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fpm-'));
  const fpm = join(folder, 'fpm');
  writeFileSync(fpm, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'build/package/system-fpm.ts')}' "$@"\n`);
  chmodSync(fpm, 0o755);
  process.env.CUSTOM_FPM_PATH = fpm;
  const archiver = pathOfTool('7za');
  if (archiver !== undefined) process.env.ELECTRON_BUILDER_7ZIP_PATH ??= archiver;
  try {
    await run();
  } finally {
    delete process.env.CUSTOM_FPM_PATH;
    rmSync(folder, { recursive: true });
  }
}

/**
 * Takes out the app that Electron would run without one, which a distribution of Electron brings. It is done before the
 * hashes of all archives are written into the program.
 */
function leaveOutDefaultApp({ appOutDir }: { appOutDir: string }): Promise<void> {
  for (const file of globSync('**/default_app.asar', { cwd: appOutDir })) rmSync(join(appOutDir, file));
  return Promise.resolve();
}

/** The application as an archive, to be unpacked anywhere. */
function makeTar(application: string, base: string): void {
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=go+rX,go-w'];
  const time = `--mtime=@${String(process.env.SOURCE_DATE_EPOCH)}`;
  const folder = mkdtempSync(join(tmpdir(), 'tar-'));
  const inside = join(folder, 'overlay-desk');
  renameSync(application, inside);
  try {
    execFileSync('tar', [...order, time, '-C', folder, '-cf', `${base}.tar`, 'overlay-desk']);
  } finally {
    renameSync(inside, application);
    rmSync(folder, { recursive: true });
  }
  execFileSync('gzip', ['-9', '--no-name', '--force', `${base}.tar`]);
}

/** The installer for Windows. */
function makeInstaller(application: string, file: string): void {
  mkdirSync(join(file, '..'), { recursive: true });
  const facts = {
    APP: application,
    VERSION: packageJson.version,
    TO: file,
    ICON: join(root, 'build/package/icon.ico'),
  };
  const words = Object.entries(facts).map(([name, value]) => `-D${name}=${value}`);
  execFileSync('makensis', ['-V2', ...words, join(root, 'build/package/installer.nsi')], {
    stdio: ['ignore', 2, 2],
  });
}

/** Prints what was made, and what this machine cannot make. Gives what was made. */
function tell({ system }: PackFlags, made: string[]): string[] {
  const by = signer(system, process.env) ?? 'nobody: UNSIGNED';
  for (const file of made) {
    console.log(`${file}  ${(statSync(file).size / 1024 / 1024).toFixed(1)} MiB  signed by ${by}`);
  }
  if (releaseKeys(process.env) === undefined) {
    console.log(
      'These packages cannot be updated from a folder: OVERLAY_RELEASE_PUBLIC_KEYS names no key of releases.',
    );
  }
  for (const { name, tool, get } of kinds[system]) {
    if (!hasTool(tool)) console.log(`No ${name} was made: this machine has no ${tool}. It comes with ${get}.`);
  }
  return made;
}
